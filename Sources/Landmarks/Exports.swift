// Users write `import Landmarks` and get the vocabulary (images, landmarks, errors) with it.
@_exported public import VisionBase
