#!/usr/bin/env python3
"""Runs every network of the five official bundles through LiteRT and writes its outputs as test goldens.

    pip install ai-edge-litert==2.3.0 numpy
    python3 Scripts/dump-network-goldens.py Models Tests/Goldens

One file per network and input. The inputs are not stored: they are made with integer arithmetic from a seed, and
Tests/TestSupport/SyntheticInput.swift makes the same ones. Layout of a file, all numbers little-endian:

    "LMGOLDEN", UInt32 version (1), then texts (UInt32 length + UTF-8): LiteRT version, network id, SHA-256 of the
    network in hex, input id; UInt32 number of outputs, then for each UInt32 rank, UInt32 sizes, Float32 values.
"""

import hashlib
import importlib.metadata
import io
import pathlib
import struct
import sys
import zipfile

import numpy as np
from ai_edge_litert.interpreter import Interpreter

VERSION = 1
LITERT = "2.3.0"
BUNDLES = [
    "face_landmarker.task",
    "gesture_recognizer.task",
    "hand_landmarker.task",
    "pose_landmarker_full.task",
    "pose_landmarker_lite.task",
]
# Networks whose pictures are in -1...1; all others take 0...1.
SIGNED_PICTURES = {"face_detector", "pose_detector"}


def split_mix_64(seed, count):
    """The first `count` numbers of SplitMix64."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def body_discs():
    skin, shirt, trousers = (214, 168, 140), (60, 90, 150), (50, 50, 60)
    discs = [(32, 9, 4, skin), (31, 8, 1, (40, 30, 30)), (33, 8, 1, (40, 30, 30))]
    discs += [(32, y, 6, shirt) for y in range(16, 33, 2)]
    for k in range(8):
        color = skin if k > 3 else shirt
        discs += [(25 - k, 18 + 2 * k, 2, color), (39 + k, 18 + 2 * k, 2, color)]
    for k in range(12):
        discs += [(29 - k // 4, 36 + 2 * k, 3, trousers), (35 + k // 4, 36 + 2 * k, 3, trousers)]
    return discs


# Scenes: bits of noise, then discs drawn one over the other: centre x, y and radius in 1/64 of the picture, colour.
SCENES = {
    "head": (
        5,
        [
            (32, 30, 20, (214, 168, 140)),
            (24, 25, 3, (40, 30, 36)),
            (40, 25, 3, (46, 34, 30)),
            (32, 33, 3, (190, 140, 115)),
            (32, 41, 6, (150, 40, 50)),
            (32, 45, 4, (220, 110, 120)),
        ],
    ),
    "body": (7, body_discs()),
}


def input_ids(network_id):
    """Names of a network's inputs: scene and seed. One input where the outputs are large, to keep the files small.

    Some outputs magnify the last bit of every sum: on an arbitrary picture the mask of the full pose network differs
    by up to 3e-3 of its largest magnitude between LiteRT's own two sets of kernels, and a tongue score of 1e-10 by
    1e-4 of itself. Such an input cannot tell a wrong engine from a right one. These seeds were chosen because both
    sets agree on all outputs to 6e-5, also when the input is disturbed in its last bit.
    """
    name = network_id.split("/")[-1]
    if name in ("face_blendshapes", "gesture_embedder", "canned_gesture_classifier"):
        return ["numbers-1", "numbers-2"]
    if network_id.startswith("pose_"):
        return ["body-6"] if network_id == "pose_landmarker_lite/pose_landmarks_detector" else ["body-1"]
    return ["head-8"] if name == "hand_detector" else ["head-8", "head-2"]


def picture(height, width, scene, seed, signed):
    """Gradients, discs and noise as 8-bit values, then scaled as the network expects."""
    bits, discs = SCENES[scene]
    y, x = np.mgrid[0:height, 0:width]
    values = np.stack([x * 160 // width + 20, y * 140 // height + 60, (x + y) * 120 // (width + height) + 40], axis=-1)
    for center_x, center_y, radius, color in discs:
        dx, dy = 64 * x - center_x * width, 64 * y - center_y * height
        values[dx * dx + dy * dy < (radius * width) ** 2] = color
    noise = split_mix_64(seed, values.size).reshape(values.shape) >> np.uint64(64 - bits)
    values = np.clip(values + noise.astype(np.int64) - (1 << (bits - 1)), 0, 255).astype(np.float32)
    if signed:
        return (values - np.float32(127.5)) / np.float32(127.5)
    return values / np.float32(255)


def numbers(count, seed, pattern):
    """`pattern` gives the numerator of each value from its index and a 12-bit random number; the divisor is 1024."""
    noise = [int(value) >> 52 for value in split_mix_64(seed, count)]
    return np.array([pattern(i, random) for i, random in enumerate(noise)], np.float32) / np.float32(1024)


def face_points(i, random):
    """Pixel coordinates on a 12-wide grid with jitter."""
    point, axis = divmod(i, 2)
    place = point % 12 if axis == 0 else point // 12
    return (100 + 30 * place) * 1024 + 8 * random


def hand_points(i, random):
    """Fingers spread along x, joints along y, little depth."""
    point, axis = divmod(i, 3)
    finger, joint = divmod(point + 3, 4)
    base = [(finger - 3) * 300, (joint - 2) * 400, -50 * joint][axis]
    return base + random // 16 - 128


def inputs_for(name, shapes, input_id):
    scene, _, seed = input_id.partition("-")
    seed = int(seed)
    if scene != "numbers":
        return [picture(shapes[0][1], shapes[0][2], scene, seed, name in SIGNED_PICTURES)[None]]
    if name == "face_blendshapes":
        patterns = [face_points]
    elif name == "gesture_embedder":
        patterns = [hand_points, lambda i, random: 400 + random // 8, hand_points]
    elif name == "canned_gesture_classifier":
        patterns = [lambda i, random: (random - 2048) // 4]
    else:
        sys.exit(f"no inputs are known for network {name}")
    return [
        numbers(int(np.prod(shape)), 100 * seed + index, pattern).reshape(shape)
        for index, (shape, pattern) in enumerate(zip(shapes, patterns, strict=True))
    ]


def networks(data, prefix):
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        for entry in bundle.namelist():
            stem, _, kind = entry.rpartition(".")
            if kind == "task":
                yield from networks(bundle.read(entry), f"{prefix}/{stem}")
            elif kind == "tflite":
                yield f"{prefix}/{stem}", bundle.read(entry)


def text(value):
    data = value.encode()
    return struct.pack("<I", len(data)) + data


def golden(network_id, network, input_id):
    interpreter = Interpreter(model_content=network, num_threads=1)
    interpreter.allocate_tensors()
    details = interpreter.get_input_details()
    shapes = [[int(size) for size in detail["shape"]] for detail in details]
    values = inputs_for(network_id.split("/")[-1], shapes, input_id)
    for detail, value in zip(details, values, strict=True):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    digest = hashlib.sha256(network).hexdigest()
    parts = [b"LMGOLDEN", struct.pack("<I", VERSION), text(LITERT), text(network_id), text(digest), text(input_id)]
    outputs = interpreter.get_output_details()
    parts.append(struct.pack("<I", len(outputs)))
    for detail in outputs:
        output = interpreter.get_tensor(detail["index"]).astype("<f4")
        parts.append(struct.pack(f"<{1 + output.ndim}I", output.ndim, *output.shape))
        parts.append(output.tobytes())
    return b"".join(parts)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    models, folder = map(pathlib.Path, sys.argv[1:])
    if importlib.metadata.version("ai-edge-litert") != LITERT:
        sys.exit(f"goldens are made with ai-edge-litert {LITERT}: pip install ai-edge-litert=={LITERT} numpy")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.golden"):
        old.unlink()
    for bundle in BUNDLES:
        for network_id, network in networks((models / bundle).read_bytes(), bundle.removesuffix(".task")):
            for input_id in input_ids(network_id):
                data = golden(network_id, network, input_id)
                path = folder / f"{network_id.replace('/', '__')}.{input_id}.golden"
                path.write_bytes(data)
                print(f"{path.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
