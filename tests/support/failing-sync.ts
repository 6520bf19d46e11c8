import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./hub.ts";

const shim = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int call(const char *name, int fd) {
  const char *flag = getenv("FAIL_SYNC");
  if (flag != NULL && access(flag, F_OK) == 0) { errno = EIO; return -1; }
  return ((int (*)(int)) dlsym(RTLD_NEXT, name))(fd);
}
int fsync(int fd) { return call("fsync", fd); }
int fdatasync(int fd) { return call("fdatasync", fd); }
`;

/** A disk on which syncing can be made to fail, for processes with this environment. */
export interface FailingSync {
  env: Record<string, string>;
  fail(): void;
  recover(): void;
}

export function createFailingSync(): FailingSync {
  const directory = temporaryDirectory("sync");
  const [source, library, flag] = ["shim.c", "shim.so", "fail"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(source, shim);
  const { status, stderr } = spawnSync("gcc", ["-shared", "-fPIC", "-o", library, source, "-ldl"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`gcc failed: ${stderr}`);
  return {
    env: { LD_PRELOAD: library, FAIL_SYNC: flag },
    fail: () => writeFileSync(flag, ""),
    recover: () => rmSync(flag, { force: true }),
  };
}
