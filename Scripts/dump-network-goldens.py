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
# Large outputs: one input is enough, to keep the files small.
ONE_INPUT = {"hand_detector", "pose_detector", "pose_landmarks_detector"}
# Networks whose pictures are in -1...1; all others take 0...1.
SIGNED_PICTURES = {"face_detector", "pose_detector"}
MASK = (1 << 64) - 1


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


# Centre x, y and radius in 1/64 of the width and height, colour: a head with eyes and a mouth, and a hand beside it.
DISCS = [
    (26, 24, 17, (214, 168, 140)),
    (20, 20, 3, (40, 30, 36)),
    (32, 20, 3, (46, 34, 30)),
    (26, 32, 5, (170, 70, 74)),
    (52, 46, 9, (200, 150, 126)),
    (46, 36, 3, (206, 160, 130)),
    (52, 34, 3, (208, 158, 134)),
    (58, 36, 3, (204, 154, 128)),
]


def picture(height, width, seed, signed):
    """Gradients, discs and noise as 8-bit values, then scaled as the network expects."""
    noise = SplitMix64(seed)
    values = np.empty((height, width, 3), np.float32)
    shift = 7 * (seed - 1)
    for y in range(height):
        for x in range(width):
            color = [x * 160 // width + 20, y * 140 // height + 60, (x + y) * 120 // (width + height) + 40]
            for cx, cy, radius, disc in DISCS:
                dx = 64 * x - (cx + shift) * width
                dy = 64 * y - cy * height
                if dx * dx + dy * dy < (radius * width) ** 2:
                    color = disc
            for channel in range(3):
                value = color[channel] + (noise.next() >> 59) - 16
                values[y, x, channel] = min(max(value, 0), 255)
    if signed:
        return (values - np.float32(127.5)) / np.float32(127.5)
    return values / np.float32(255)


def numbers(count, seed, pattern):
    """`pattern` gives the numerator of each value from its index and a 12-bit random number; the divisor is 1024."""
    noise = SplitMix64(seed)
    return np.array([pattern(i, noise.next() >> 52) for i in range(count)], np.float32) / np.float32(1024)


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


def inputs_for(name, shapes, seed):
    if len(shapes) == 1 and len(shapes[0]) == 4:
        return [picture(shapes[0][1], shapes[0][2], seed, name in SIGNED_PICTURES)[None]]
    if name == "face_blendshapes":
        patterns = [face_points]
    elif name == "gesture_embedder":
        patterns = [hand_points, lambda i, random: 400 + random // 8, hand_points]
    elif name == "canned_gesture_classifier":
        patterns = [lambda i, random: random - 2048]
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


def golden(network_id, network, seed):
    interpreter = Interpreter(model_content=network, num_threads=1)
    interpreter.allocate_tensors()
    details = interpreter.get_input_details()
    shapes = [[int(size) for size in detail["shape"]] for detail in details]
    values = inputs_for(network_id.split("/")[-1], shapes, seed)
    for detail, value in zip(details, values, strict=True):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    digest = hashlib.sha256(network).hexdigest()
    parts = [b"LMGOLDEN", struct.pack("<I", VERSION), text(LITERT), text(network_id), text(digest), text(f"scene-{seed}")]
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
            for seed in [1] if network_id.split("/")[-1] in ONE_INPUT else [1, 2]:
                data = golden(network_id, network, seed)
                path = folder / f"{network_id.replace('/', '__')}.scene-{seed}.golden"
                path.write_bytes(data)
                print(f"{path.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
