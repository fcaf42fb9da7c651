#!/usr/bin/env python3
"""The original's half of the benchmark: one row of `landmarks bench --format json` measured with Google's own packages.

  original.py network MODEL.tflite [--threads N] [--repeat R]
  original.py task hand|gesture|face|pose MODEL.task --mode image|video --picture P [--num N] [--masks] [--repeat R]
"""
import argparse
import json
import os
import resource
import statistics
import sys
import time

os.environ.setdefault("GLOG_minloglevel", "2")


def resident_megabytes():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1e6
    except OSError:  # not Linux: the largest so far
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def timed(call, repeat):
    for _ in range(3):
        call()
    times, cpu = [], time.process_time()
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    return times, (time.process_time() - cpu) * 1e3 / repeat


def network(arguments):
    from ai_edge_litert.interpreter import Interpreter

    interpreter = Interpreter(model_path=arguments.model, num_threads=arguments.threads)
    interpreter.allocate_tensors()
    import numpy

    for tensor in interpreter.get_input_details():
        interpreter.set_tensor(tensor["index"], numpy.full(tensor["shape"], 0.5, numpy.float32))
    times, cpu = timed(interpreter.invoke, arguments.repeat)
    return {"medianMilliseconds": statistics.median(times), "minimumMilliseconds": min(times), "cpuMilliseconds": cpu}


def task(arguments):
    import mediapipe
    import numpy
    from mediapipe.tasks import python as tasks
    from mediapipe.tasks.python import vision
    from PIL import Image

    pixels = numpy.ascontiguousarray(numpy.asarray(Image.open(arguments.picture).convert("RGB")))
    picture = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)
    video = arguments.mode == "video"
    common = {
        "base_options": tasks.BaseOptions(model_asset_path=arguments.model),
        "running_mode": vision.RunningMode.VIDEO if video else vision.RunningMode.IMAGE,
    }
    before = resident_megabytes()
    start = time.perf_counter()
    if arguments.task == "hand":
        made = vision.HandLandmarker.create_from_options(vision.HandLandmarkerOptions(num_hands=arguments.num, **common))
    elif arguments.task == "gesture":
        made = vision.GestureRecognizer.create_from_options(
            vision.GestureRecognizerOptions(num_hands=arguments.num, **common))
    elif arguments.task == "face":
        made = vision.FaceLandmarker.create_from_options(
            vision.FaceLandmarkerOptions(
                num_faces=arguments.num, output_face_blendshapes=True, output_facial_transformation_matrixes=True, **common))
    else:
        made = vision.PoseLandmarker.create_from_options(
            vision.PoseLandmarkerOptions(num_poses=arguments.num, output_segmentation_masks=arguments.masks, **common))
    created = time.perf_counter()
    stamp = 0

    def call():
        nonlocal stamp
        stamp += 33
        name = "recognize" if arguments.task == "gesture" else "detect"
        return getattr(made, name + "_for_video")(picture, stamp) if video else getattr(made, name)(picture)

    call()
    first = time.perf_counter()
    times, cpu = timed(call, arguments.repeat)
    return {
        "medianMilliseconds": statistics.median(times), "minimumMilliseconds": min(times), "cpuMilliseconds": cpu,
        "createMilliseconds": (created - start) * 1e3, "firstResultMilliseconds": (first - start) * 1e3,
        "memoryGrowthMegabytes": resident_megabytes() - before,
        "peakMemoryMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    one = kinds.add_parser("network")
    one.add_argument("model")
    one.add_argument("--threads", type=int, default=1)
    two = kinds.add_parser("task")
    two.add_argument("task")
    two.add_argument("model")
    two.add_argument("--mode", default="image")
    two.add_argument("--picture", required=True)
    two.add_argument("--num", type=int, default=1)
    two.add_argument("--masks", action="store_true")
    for kind in (one, two):
        kind.add_argument("--repeat", type=int, default=50)
    arguments = parser.parse_args()
    print(json.dumps(network(arguments) if arguments.kind == "network" else task(arguments)))


if __name__ == "__main__":
    sys.exit(main())
