#!/usr/bin/env python3
"""Jitter of the original on the noisy stills of our own test, for the table in DEVIATIONS.md.

  LANDMARKS_WRITE_FRAMES=DIR swift test -c release --filter filtersSteadyAStillSubject
  VENV/bin/python Benchmarks/jitter.py DIR --models Models

Needs the environment that `make bench` installs. Prints per task the mean standard deviation of a landmark over the 30
frames after the first second, per mille of the subject's box: the same figure as the test's.
"""
import argparse
import glob
import os

import mediapipe
import numpy
from mediapipe.tasks import python as tasks
from mediapipe.tasks.python import vision
from PIL import Image


def task(kind, models):
    def base(name):
        return {
            "base_options": tasks.BaseOptions(model_asset_path=os.path.join(models, name)),
            "running_mode": vision.RunningMode.VIDEO,
        }

    if kind == "hand":
        made = vision.HandLandmarker.create_from_options(vision.HandLandmarkerOptions(**base("hand_landmarker.task")))
        return made, "hand_landmarks"
    if kind == "face":
        made = vision.FaceLandmarker.create_from_options(vision.FaceLandmarkerOptions(**base("face_landmarker.task")))
        return made, "face_landmarks"
    made = vision.PoseLandmarker.create_from_options(vision.PoseLandmarkerOptions(**base("pose_landmarker_lite.task")))
    return made, "pose_landmarks"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--models", default="Models")
    arguments = parser.parse_args()
    for kind in ("hand", "face", "pose"):
        made, key = task(kind, arguments.models)
        frames = []
        for number, path in enumerate(sorted(glob.glob(os.path.join(arguments.folder, kind, "*.png")))):
            pixels = numpy.ascontiguousarray(numpy.asarray(Image.open(path).convert("RGB")))
            picture = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)
            subjects = getattr(made.detect_for_video(picture, 1 + number * 33), key)
            if number >= 10:
                frames.append([(p.x * pixels.shape[1], p.y * pixels.shape[0]) for p in subjects[0]])
        points = numpy.array(frames)
        box = (points[0].max(0) - points[0].min(0)).max()
        jitter = numpy.sqrt(points.var(0).sum(1)).mean() / box * 1000
        print(f"{kind}: {jitter:.2f} per mille of the box over {len(frames)} frames")


if __name__ == "__main__":
    main()
