import Foundation
import HandReading

do {
  let reader = try HandReader(modelPath: CommandLine.arguments.dropFirst().first ?? "")
  print("hands: \(try reader.handsInGreyPicture(width: 320, height: 240))")
} catch {
  print("error: \(error.localizedDescription)")
}
