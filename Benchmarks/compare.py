#!/usr/bin/env python3
"""Times this package and the original side by side and prints a table: `make bench` calls it.

  compare.py --bin .build/release/landmarks --python VENV/bin/python --models Models --pictures DIR
             [--rounds 5] [--repeat 30] [--output BENCHMARKS.md] [--only WORD]

Every row is measured in `--rounds` rounds; in each round one process of ours and one of the original run one after the
other, so that a machine that slows down slows both. A row shows the medians over the rounds of each side's median, the
median of the rounds' ratios, and the smallest single time. The pictures are `hand_thumbs_up.jpg`,
`face_portrait_woman.jpg` and `body_yoga_sit.jpg` of a folder, or any three given by --hand, --face, --pose.
"""
import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
TASKS = {  # our name: (original's name, bundle, which picture)
    "hand": ("hand", "hand_landmarker.task", "hand"),
    "gesture": ("gesture", "gesture_recognizer.task", "hand"),
    "face": ("face", "face_landmarker.task", "face"),
    "pose-lite": ("pose", "pose_landmarker_lite.task", "pose"),
    "pose-full": ("pose", "pose_landmarker_full.task", "pose"),
}

MASK_NETWORK = "pose_landmarks_detector"  # one of its outputs is the segmentation mask


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 or not lines:
        sys.exit(f"{' '.join(command)} failed with status {done.returncode}:\n{done.stderr[-2000:]}")
    return lines


def networks(bundle, folder, prefix=""):
    """Unpacks the networks of a bundle and yields (name, path)."""
    with zipfile.ZipFile(bundle) as archive:
        for name in archive.namelist():
            path = os.path.join(folder, prefix + name)
            if name.endswith((".task", ".tflite")):
                with open(path, "wb") as file:
                    file.write(archive.read(name))
            if name.endswith(".task"):
                yield from networks(path, folder, prefix + name + "-")
            elif name.endswith(".tflite"):
                yield name, path


def row(name, pairs):
    ours = [a for a, _ in pairs]
    theirs = [b for _, b in pairs]

    def middle(side, key):
        values = [r[key] for r in side if r.get(key) is not None]
        return statistics.median(values) if values else None

    def ratio(key):
        values = [b[key] / a[key] for a, b in pairs if a.get(key) and b.get(key)]
        return statistics.median(values) if values else None

    return {
        "name": name, "ours": middle(ours, "medianMilliseconds"), "theirs": middle(theirs, "medianMilliseconds"),
        "ratio": ratio("medianMilliseconds"), "ours_min": min(r["minimumMilliseconds"] for r in ours),
        "theirs_min": min(r["minimumMilliseconds"] for r in theirs), "share": middle(ours, "shareOfPeak"),
        "cpu": middle(ours, "cpuMilliseconds"), "cpu_theirs": middle(theirs, "cpuMilliseconds"),
        "first": middle(ours, "firstResultMilliseconds"), "first_theirs": middle(theirs, "firstResultMilliseconds"),
        "growth": middle(ours, "memoryGrowthMegabytes"), "growth_theirs": middle(theirs, "memoryGrowthMegabytes"),
    }


def cell(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}"


def both(r, key, digits=0):
    return f"{cell(r[key], digits)} / {cell(r[key + '_theirs'], digits)}"


def network_lines(rows):
    lines = [
        "| network | ours ms | original ms | ratio | min, ours / original | CPU ms, ours / original | share of the peak |",
        "|---|---|---|---|---|---|---|",
    ]
    for r in rows:
        share = "–" if r["share"] is None else f"{r['share'] * 100:.0f} %"
        lines.append(
            f"| {r['name']} | {cell(r['ours'])} | {cell(r['theirs'])} | **{cell(r['ratio'])}** | {cell(r['ours_min'])} / "
            f"{cell(r['theirs_min'])} | {both(r, 'cpu', 2)} | {share} |")
    return "\n".join(lines)


def task_lines(rows):
    lines = [
        "| task | ours ms | original ms | ratio | min, ours / original | CPU ms, ours / original | making it and first result ms, ours / original "
        "| memory of the task MB, ours / original | allocations per frame, ours / original |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for r in rows:
        allocations = both(r, "allocations") if "allocations" in r else "–"
        lines.append(
            f"| {r['name']} | {cell(r['ours'])} | {cell(r['theirs'])} | **{cell(r['ratio'])}** | {cell(r['ours_min'])} / "
            f"{cell(r['theirs_min'])} | {both(r, 'cpu', 2)} | {both(r, 'first')} | {both(r, 'growth')} | {allocations} |")
    return "\n".join(lines)


def counter(folder):
    """Builds the allocation counter with the toolchain's compiler; None where that is not possible."""
    swift = shutil.which("swift")
    clang = os.path.join(os.path.dirname(os.path.realpath(swift)), "clang") if swift else None
    library = os.path.join(folder, "count_allocations.so")
    source = os.path.join(HERE, "count_allocations.c")
    if not clang or not os.path.exists(clang) or sys.platform != "linux":
        return None
    done = subprocess.run([clang, "-O2", "-fPIC", "-shared", source, "-o", library], capture_output=True, text=True)
    return library if done.returncode == 0 else None


def allocations(command, library):
    """Allocations of one frame: the difference of a run of 30 and one of 10 frames."""
    counts = []
    for frames in (10, 30):
        done = subprocess.run(
            [*command, "--repeat", str(frames)], capture_output=True, text=True, env={**os.environ, "LD_PRELOAD": library})
        found = [line.split()[1] for line in done.stderr.splitlines() if line.startswith("allocations ")]
        if not found:
            return None
        counts.append(int(found[-1]))
    return (counts[1] - counts[0]) / 20


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            name = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor()
    return f"{name}, {os.cpu_count()} cores"


def has_avx2():
    try:
        with open("/proc/cpuinfo") as file:
            return " avx2 " in file.read()
    except OSError:
        return False


def by_network(lines):
    return {line["name"].split("/", 1)[1]: line for line in lines}


def network_table(arguments, original, repeat, threads):
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for ours, (_, bundle, _) in TASKS.items():
            if ours == "gesture" or (arguments.only and arguments.only not in ours + "/network"):
                continue  # the gesture bundle holds the hand networks once more
            found = list(networks(os.path.join(arguments.models, bundle), scratch))
            both = ["--threads", str(threads), *repeat]
            mine = [arguments.bin, "bench", ours, "--networks", "--format", "json", *both]
            pairs = {}
            for _ in range(arguments.rounds):
                # The original always computes the mask, so ours does too where whole networks are compared.
                whole = by_network(run([*mine, "--masks"]))
                bare = by_network(run(mine)) if ours.startswith("pose") else {}
                for name, path in found:
                    theirs = run([*original, "network", path, *both])[0]
                    pairs.setdefault(f"{ours}/{name}", []).append((whole[name], theirs))
                    if name in bare and name.startswith(MASK_NETWORK):
                        pairs.setdefault(f"{ours}/{name}, ours without the mask", []).append((bare[name], theirs))
            rows += [row(name, values) for name, values in pairs.items()]
            print(network_lines(rows[-len(pairs):]), flush=True)
    return rows


def task_table(arguments, original, repeat, threads, pictures, library=None):
    rows = []
    for ours, (theirs, bundle, kind) in TASKS.items():
        for mode in ("image", "video"):
            if arguments.only and arguments.only not in f"{ours} {mode}":
                continue
            common = ["--mode", mode, "--picture", pictures[kind], *repeat]
            pairs = []
            for _ in range(arguments.rounds):
                mine = run([arguments.bin, "bench", ours, "--threads", str(threads), "--format", "json", *common])[0]
                pairs.append((mine, run([*original, "task", theirs, os.path.join(arguments.models, bundle), *common])[0]))
            rows.append(row(f"{ours} {mode}", pairs))
            if library:
                mine = [arguments.bin, "bench", ours, "--threads", str(threads), "--format", "json", *common[:-2]]
                other = [*original, "task", theirs, os.path.join(arguments.models, bundle), *common[:-2]]
                rows[-1]["allocations"] = allocations(mine, library)
                rows[-1]["allocations_theirs"] = allocations(other, library)
            print(task_lines(rows[-1:]), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--models", required=True)
    parser.add_argument("--pictures")
    for kind in ("hand", "face", "pose"):
        parser.add_argument("--" + kind)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--output")
    parser.add_argument("--only", help="only rows whose name contains this")
    arguments = parser.parse_args()
    folder = arguments.pictures or ""
    pictures = {
        "hand": arguments.hand or os.path.join(folder, "hand_thumbs_up.jpg"),
        "face": arguments.face or os.path.join(folder, "face_portrait_woman.jpg"),
        "pose": arguments.pose or os.path.join(folder, "body_yoga_sit.jpg"),
    }
    for path in pictures.values():
        if not os.path.exists(path):
            sys.exit(f"{path} is missing: give --pictures, or --hand, --face and --pose.")
    original = [arguments.python, os.path.join(HERE, "original.py")]
    repeat = ["--repeat", str(arguments.repeat)]
    environment = {"LANDMARKS_MODELS": os.path.abspath(arguments.models)}
    os.environ.update(environment)
    counts = [1] + ([os.cpu_count()] if (os.cpu_count() or 1) > 1 else [])
    sections = []
    with tempfile.TemporaryDirectory() as scratch:
        library = counter(scratch)
        for threads in counts:
            print(f"## {threads} threads", flush=True)
            sections.append((threads, network_table(arguments, original, repeat, threads),
                             task_table(arguments, original, repeat, threads, pictures, library)))
        older = []
        if has_avx2():
            print("## AVX2 on 1 thread", flush=True)
            os.environ["LANDMARKS_KERNELS"] = "avx2"
            older = task_table(arguments, original, repeat, 1, pictures, library)
    text = (
        f"# Benchmarks\n\nMeasured by `make bench` ({arguments.rounds} rounds of {arguments.repeat} runs, both sides "
        f"alternating) on: {processor()}. The original is `mediapipe` 1.2.3 and `ai-edge-litert` 2.3.0. Ratio = original / "
        "ours, median over the rounds: above 1 we are faster. Single networks are timed whole, the pose landmark networks with "
        "the segmentation mask. Rows with `ours without the mask` leave out on our side what only the mask needs, as our pose "
        "tasks do unless masks are asked for. They stand beside the same runs of the original's whole network, which always "
        "computes the mask: the work is not the same, and its share of the peak is not counted. Pose tasks are asked for no "
        "masks on both sides. The original's tasks offer no choice of threads: they stand beside ours as they are. The peak is "
        "what plain multiply-adds in registers reach in the same process. Memory of a task: growth of the process since before "
        "it was made. Allocations of a frame: calls of the C library's allocator, all threads together. `landmarks bench "
        "--layers` shows the single steps.\n")
    for threads, network_rows, task_rows in sections:
        plural = "thread" if threads == 1 else "threads"
        text += f"\n## {threads} {plural}: single networks, the same number on both sides\n\n{network_lines(network_rows)}\n"
        text += f"\n## {threads} {plural}: whole tasks, the original with its default\n\n{task_lines(task_rows)}\n"
    if older:
        text += f"\n## 1 thread, our kernels for AVX2: whole tasks, the original with its default\n\n{task_lines(older)}\n"
    if arguments.output:
        with open(arguments.output, "w") as file:
            file.write(text)
        print(f"written to {arguments.output}")


if __name__ == "__main__":
    main()
