// swift-tools-version: 6.2
import PackageDescription

// The strict settings every Swift target of this package shares (CONTRIBUTING.md explains each).
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "swift-landmarks",
  platforms: [.macOS(.v13), .iOS(.v15)],
  products: [
    .library(name: "Landmarks", targets: ["Landmarks"]),
    .library(name: "LandmarksImageFiles", targets: ["ImageFiles", "Overlay"]),
    .library(name: "LandmarksFilms", targets: ["Films", "Cameras"]),
    // Drop-in modules, named as what they stand for.
    .library(name: "MediaPipeTasksVision", targets: ["MediaPipeTasksVision", "MediaPipeTasksCommon"]),
    .library(name: "MediaPipeTasksCommon", targets: ["MediaPipeTasksCommon"]),
    .library(
      name: "MLKit",
      targets: [
        "MLKit", "MLImage", "MLKitVision", "MLKitPoseDetectionCommon", "MLKitPoseDetection", "MLKitPoseDetectionAccurate",
      ]),
    .library(name: "UIImageFiles", targets: ["UIImageFiles"]),
    .executable(name: "landmarks", targets: ["LandmarksCommand"]),
  ],
  targets: [
    // Core: no C library outside the toolchain, no Foundation.
    .target(name: "CLandmarkKernels"),
    .target(name: "VisionBase", swiftSettings: strict),
    .target(name: "KernelSets", dependencies: ["CLandmarkKernels", "VisionBase"], swiftSettings: strict),
    .target(name: "ImagePrep", dependencies: ["CLandmarkKernels", "KernelSets", "VisionBase"], swiftSettings: strict),
    .target(name: "ModelFormat", dependencies: ["VisionBase"], swiftSettings: strict),
    .target(
      name: "Inference", dependencies: ["CLandmarkKernels", "KernelSets", "VisionBase", "ModelFormat"], swiftSettings: strict),
    .target(name: "LandmarkDecode", dependencies: ["VisionBase"], swiftSettings: strict),
    .target(name: "Tracking", dependencies: ["VisionBase"], swiftSettings: strict),
    .target(
      name: "Landmarks",
      dependencies: ["VisionBase", "Tracking", "ImagePrep", "ModelFormat", "Inference", "LandmarkDecode"],
      swiftSettings: strict),

    // Picture files and drawing: system libraries.
    .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(name: "CLibWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(name: "CLibSTB", providers: [.apt(["libstb-dev"])]),
    .systemLibrary(name: "CLibCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .target(name: "CImageCodecs", dependencies: ["CLibJPEG", "CLibPNG", "CLibWebP", "CLibSTB"]),
    .target(name: "ImageFiles", dependencies: ["CImageCodecs", "VisionBase"], swiftSettings: strict),
    .systemLibrary(
      name: "CLibFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .target(name: "CTextRenderer", dependencies: ["CLibCairo", "CLibFontconfig"]),
    .target(name: "Overlay", dependencies: ["CLibCairo", "CTextRenderer", "VisionBase"], swiftSettings: strict),

    // Films: FFmpeg's libraries behind a C interface, which looks them up when the first film is opened.
    .target(name: "CFilms"),
    .target(name: "Films", dependencies: ["CFilms", "VisionBase"], swiftSettings: strict),

    // Cameras of Linux: the kernel's interface, no library.
    .target(name: "CCameras"),
    .target(name: "Cameras", dependencies: ["CCameras", "ImageFiles", "VisionBase"], swiftSettings: strict),

    // Drop-in modules: the surface of MediaPipe's and ML Kit's iOS modules over `Landmarks`, and Apple's names off Apple's
    // platforms. Without C libraries, except `UIImageFiles`.
    .target(name: "AppleShims", swiftSettings: strict),
    .target(name: "AppleImages", dependencies: ["AppleShims", "VisionBase"], swiftSettings: strict),
    .target(
      name: "UIImageFiles", dependencies: ["AppleShims", "AppleImages", "ImageFiles", "VisionBase"], swiftSettings: strict),
    .target(name: "MediaPipeTasksCommon", swiftSettings: strict),
    .target(
      name: "MediaPipeTasksVision", dependencies: ["AppleShims", "AppleImages", "Landmarks", "VisionBase"], swiftSettings: strict),
    .target(name: "MLKitVision", dependencies: ["AppleShims", "AppleImages", "VisionBase"], swiftSettings: strict),
    .target(name: "MLImage", dependencies: ["MLKitVision", "AppleShims", "AppleImages", "VisionBase"], swiftSettings: strict),
    .target(name: "MLKitPoseDetectionCommon", dependencies: ["MLKitVision", "Landmarks", "VisionBase"], swiftSettings: strict),
    .target(name: "MLKitPoseDetection", dependencies: ["MLKitPoseDetectionCommon"], swiftSettings: strict),
    .target(name: "MLKitPoseDetectionAccurate", dependencies: ["MLKitPoseDetectionCommon"], swiftSettings: strict),
    .target(
      name: "MLKit",
      dependencies: ["MLKitVision", "MLKitPoseDetectionCommon", "MLKitPoseDetection", "MLKitPoseDetectionAccurate"],
      swiftSettings: strict),

    .target(name: "MotionFiles", dependencies: ["Landmarks", "VisionBase"], swiftSettings: strict),

    // The command line.
    .target(name: "CommandLineKit", swiftSettings: strict),
    .executableTarget(
      name: "LandmarksCommand",
      dependencies: [
        "CommandLineKit", "Landmarks", "ImageFiles", "Films", "Cameras", "MotionFiles", "Overlay", "ModelFormat", "Inference",
        "KernelSets", "VisionBase",
      ],
      swiftSettings: strict),

    // Tests.
    .target(name: "TestSupport", dependencies: ["ModelFormat", "VisionBase"], path: "Tests/TestSupport", swiftSettings: strict),
    .target(name: "CKernelTests", dependencies: ["CLandmarkKernels"], path: "Tests/CKernelTests"),
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .testTarget(name: "VisionBaseTests", dependencies: ["VisionBase", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ImagePrepTests",
      dependencies: ["ImagePrep", "KernelSets", "ImageFiles", "VisionBase", "TestSupport", "CAllocationCounter"],
      swiftSettings: strict),
    .testTarget(name: "ModelFormatTests", dependencies: ["ModelFormat", "VisionBase", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "InferenceTests",
      dependencies: [
        "Inference", "ModelFormat", "CLandmarkKernels", "KernelSets", "VisionBase", "TestSupport", "CKernelTests",
        "CAllocationCounter",
      ],
      swiftSettings: strict),
    .testTarget(name: "TrackingTests", dependencies: ["Tracking", "VisionBase", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "LandmarkDecodeTests", dependencies: ["LandmarkDecode", "ImagePrep", "VisionBase", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImageFilesTests", dependencies: ["ImageFiles", "Overlay", "VisionBase", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "MotionFilesTests", dependencies: ["MotionFiles", "Landmarks", "VisionBase", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FilmsTests",
      dependencies: ["Films", "CFilms", "Cameras", "Landmarks", "ImageFiles", "Overlay", "VisionBase", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LandmarksTests",
      dependencies: [
        "Landmarks", "ImageFiles", "ImagePrep", "ModelFormat", "Inference", "LandmarkDecode", "VisionBase", "TestSupport",
        "CAllocationCounter",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DropInTests",
      dependencies: [
        "MediaPipeTasksVision", "MediaPipeTasksCommon", "MLKit", "MLImage", "MLKitVision", "MLKitPoseDetectionCommon",
        "MLKitPoseDetection", "MLKitPoseDetectionAccurate", "AppleShims", "AppleImages", "UIImageFiles", "ImageFiles",
        "Landmarks",
        "VisionBase", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "LandmarksCommandTests",
      dependencies: ["LandmarksCommand", "Landmarks", "ImageFiles", "Films", "Overlay", "VisionBase", "TestSupport"],
      exclude: ["Goldens", "StandInCamera"],
      swiftSettings: strict),
  ],
  cLanguageStandard: .c11
)
