// Users write `import MediaPipeTasksVision` or `import MLKitVision` and see Foundation and the names of Apple's picture
// frameworks with it, because the headers of the originals import them. Where a framework exists it is re-exported; where
// it does not, the file of the same subject in this module has its names.
@_exported public import Foundation

#if canImport(AVFoundation)
  @_exported public import AVFoundation
#endif
#if canImport(CoreGraphics)
  @_exported public import CoreGraphics
#endif
#if canImport(CoreMedia)
  @_exported public import CoreMedia
#endif
#if canImport(CoreVideo)
  @_exported public import CoreVideo
#endif
#if canImport(UIKit)
  @_exported public import UIKit
#endif
