import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing
import VisionBase

let hasModels = TestFiles.models != nil
let hasCorpus = TestFiles.models != nil && TestFiles.corpus != nil
let needsModels: Comment = "needs Models/ (Scripts/fetch-models)"
let needsCorpus: Comment = "needs Models/ and ../shared/corpus"

func modelPath(_ name: String) throws -> String {
  try #require(TestFiles.models).appendingPathComponent(name + ".task").path
}

func corpusModel(_ name: String) throws -> ModelSource { .path(try modelPath(name)) }

func corpusPath(_ name: String) -> String { TestFiles.corpus?.appendingPathComponent("images/\(name)").path ?? name }

/// A picture of the corpus, not turned upright.
func corpusPicture(_ name: String) throws -> Image { try ImageFile.load(path: corpusPath(name), orientation: .asStored) }
