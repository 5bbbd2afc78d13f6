"""How long the disk itself takes to keep a page, for comparison: no acknowledgement can come sooner. disk.py FOLDER"""
import os
import sys
import time

path = os.path.join(sys.argv[1], 'disk')
file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
took = []
for _ in range(500):
    os.write(file, bytes(4096))
    begin = time.perf_counter()
    os.fdatasync(file)
    took.append(1000 * (time.perf_counter() - begin))
    time.sleep(0.001)
os.close(file)
os.unlink(path)
took.sort()
print(f'the disk alone, 4 KiB and fdatasync, 500 times: p50 {took[250]:.2f} ms  p90 {took[450]:.2f}  p99 {took[495]:.2f}  max {took[-1]:.2f}', file=sys.stderr)
