/// What `--overlay` asks for beside the landmarks and their lines.
struct OverlayOptions: Sendable, Hashable {
}
