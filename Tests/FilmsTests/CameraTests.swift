import Cameras
import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

/// Cameras without a camera: a source that plays frames takes the device's place.
@Suite struct CameraTests {
  /// Delivers frames one after the other, each after a pause or when it is told to, and then fails or goes silent.
  final class FakeCamera: CameraFrameSource, @unchecked Sendable {
    // Handed to the loop's thread before it starts and used by that thread only; the semaphores may be shared.
    private var frames: [CameraFrame]
    private let ending: LandmarkError?
    let released = DispatchSemaphore(value: 0)
    let delivered = DispatchSemaphore(value: 0)
    private let isPaced: Bool

    init(_ frames: [CameraFrame], ending: LandmarkError?, isPaced: Bool) {
      self.frames = frames
      self.ending = ending
      self.isPaced = isPaced
    }

    func nextFrame() throws(LandmarkError) -> CameraFrame? {
      if isPaced, released.wait(timeout: .now() + 0.05) == .timedOut { return nil }
      guard !frames.isEmpty else {
        if let ending { throw ending }
        return nil
      }
      defer { delivered.signal() }
      return frames.removeFirst()
    }
  }

  private static let gone = LandmarkError(.cameraFailed, "The camera went away.")

  private func frame(_ index: Int) -> CameraFrame {
    CameraFrame(
      index: index, timestampInMilliseconds: index * 33, size: ImageSize(width: 2, height: 1),
      layout: .yuyv(bytesPerRow: 4, isFullRange: false), bytes: [16, 128, 235, 128])
  }

  @Test func aReaderThatKeepsUpSeesEveryFrame() throws {
    let camera = FakeCamera((0..<50).map(frame), ending: Self.gone, isPaced: true)
    let loop = try CaptureLoop(camera)
    for index in 0..<50 {
      camera.released.signal()
      #expect(try loop.next()?.index == index)
    }
    camera.released.signal()
    #expect { try loop.next() } throws: { $0 as? LandmarkError == Self.gone }
    #expect { try loop.next() } throws: { $0 as? LandmarkError == Self.gone }
  }

  /// While the reader works on a frame, others come: the newest is next, and the gap shows the rest.
  @Test func aSlowReaderSeesTheNewestFrame() throws {
    let camera = FakeCamera((0..<40).map(frame), ending: Self.gone, isPaced: true)
    let loop = try CaptureLoop(camera)
    var seen: [Int] = []
    for round in 0..<10 {
      for _ in 0..<4 {
        camera.released.signal()
        camera.delivered.wait()
      }
      // The fourth was delivered, but the loop may not have taken it over yet: waiting for it is part of the camera.
      var frame = try #require(try loop.next())
      while frame.index < round * 4 + 3 { frame = try #require(try loop.next()) }
      seen.append(frame.index)
    }
    #expect(seen == stride(from: 3, to: 40, by: 4).map { $0 })
  }

  @Test func theLastFrameIsHandedOutBeforeTheEnd() throws {
    let camera = FakeCamera([frame(0), frame(5)], ending: Self.gone, isPaced: false)
    let loop = try CaptureLoop(camera)
    camera.delivered.wait()
    camera.delivered.wait()
    var last = -1
    #expect { while let frame = try loop.next() { last = frame.index } } throws: { $0 as? LandmarkError == Self.gone }
    #expect(last == 5)
  }

  @Test func stoppingAndCancellingEndTheLoop() throws {
    let loop = try CaptureLoop(FakeCamera([], ending: nil, isPaced: true))
    var asked = 0
    #expect(
      try loop.next {
        asked += 1
        return asked > 3
      } == nil)
    loop.stop()
    #expect(try loop.next() == nil)
  }

  @Test func countersOfDriversAreReadWithCare() {
    var counter = FrameCounter()
    func next(_ sequence: UInt32, _ microseconds: Int64) -> [Int] {
      let (index, time) = counter.next(sequence: sequence, microseconds: microseconds)
      return [index, time]
    }
    #expect(next(.max - 1, 5_000_000) == [0, 0])
    #expect(next(.max, 5_033_400) == [1, 33])
    // The counter wraps; two frames were lost.
    #expect(next(2, 5_133_500) == [4, 134])
    // It stands still; the clock runs back.
    #expect(next(2, 100) == [5, 134])
    #expect(next(2, 33_100) == [6, 167])
    #expect(next(90_000, .max) == [7, 167])
    #expect(next(90_001, .min) == [8, 167])
  }

  @Test func pixelsOfCamerasAreThoseOfNV12() throws {
    var random = SeededGenerator(seed: 7)
    let (width, height) = (37, 6)
    let pairs = (width + 1) / 2
    let rowBytes = pairs * 4 + 5
    let bytes = (0..<rowBytes * height).map { _ in UInt8.random(in: 0...255, using: &random) }
    for isFullRange in [false, true] {
      let camera = CameraFrame(
        index: 0, timestampInMilliseconds: 0, size: ImageSize(width: width, height: height),
        layout: .yuyv(bytesPerRow: rowBytes, isFullRange: isFullRange), bytes: bytes)
      let image = try camera.image()
      // Row by row the same as NV12 pictures of one row, which have the same chroma for two pixels.
      for y in 0..<height {
        var plane: [UInt8] = []
        var chroma: [UInt8] = []
        for x in 0..<width { plane.append(bytes[y * rowBytes + x / 2 * 4 + x % 2 * 2]) }
        for pair in 0..<pairs { chroma += [bytes[y * rowBytes + pair * 4 + 1], bytes[y * rowBytes + pair * 4 + 3]] }
        let row = try Image(
          width: width, height: 1, format: isFullRange ? .nv12FullRange : .nv12VideoRange, bytes: plane + chroma
        ).convertedToRGB()
        let same = row.withPixelView { a in
          image.withPixelView { b in memcmp(a.base, b.base + y * b.bytesPerRow, width * 3) == 0 }
        }
        #expect(same, "row \(y)")
      }
    }
  }

  @Test func framesThatAreCutShortAreErrors() throws {
    let size = ImageSize(width: 64, height: 48)
    func code(_ layout: CameraFrame.Layout, _ count: Int, _ size: ImageSize) -> LandmarkError.Code? {
      let frame = CameraFrame(
        index: 3, timestampInMilliseconds: 0, size: size, layout: layout, bytes: [UInt8](repeating: 9, count: count))
      do { _ = try frame.image() } catch { return error.code }
      return nil
    }
    #expect(code(.yuyv(bytesPerRow: 128, isFullRange: false), 128 * 48, size) == nil)
    #expect(code(.yuyv(bytesPerRow: 128, isFullRange: false), 128 * 48 - 1, size) == .invalidImage)
    #expect(code(.yuyv(bytesPerRow: 100, isFullRange: false), 128 * 48, size) == .invalidImage)
    #expect(code(.yuyv(bytesPerRow: .max, isFullRange: false), 128 * 48, size) == .invalidImage)
    #expect(code(.yuyv(bytesPerRow: 128, isFullRange: false), 0, ImageSize(width: 0, height: 0)) == .invalidImage)
    #expect(code(.nv12(bytesPerRow: 64, isFullRange: true), 64 * 72, size) == nil)
    #expect(code(.nv12(bytesPerRow: 64, isFullRange: true), 64 * 72 - 1, size) == .invalidImage)
    #expect(code(.jpeg, 100, size) == .invalidImage)
  }

  @Test func motionJPEGIsReadWithoutItsTables() throws {
    // Cameras leave out the Huffman tables (marker FFC4): those of the standard hold.
    let whole = try ImageFile.encode(quarters(width: 64, height: 48), format: .jpeg(quality: 90))
    var bytes: [UInt8] = []
    var place = 2
    bytes += whole[..<2]
    while place + 4 <= whole.count, whole[place] == 0xFF, whole[place + 1] != 0xDA {
      let length = Int(whole[place + 2]) << 8 | Int(whole[place + 3])
      if whole[place + 1] != 0xC4 { bytes += whole[place..<place + 2 + length] }
      place += 2 + length
    }
    bytes += whole[place...]
    #expect(bytes.count < whole.count - 100)
    let frame = CameraFrame(
      index: 0, timestampInMilliseconds: 0, size: ImageSize(width: 64, height: 48), layout: .jpeg, bytes: bytes)
    #expect(try corners(frame.image()) == "rgbw")
  }

  @Test func whatIsNoCameraIsNamed() {
    func code(_ path: String) -> LandmarkError.Code? {
      do { _ = try Camera(path: path) } catch { return error.code }
      return nil
    }
    #expect(code("/no/such/device") == .fileNotFound)
    #expect(code("/dev/null") == .cameraFailed)
  }
}
