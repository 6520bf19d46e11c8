import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { hubFlags } from "../../../cli/src/hub/hub-flags.ts";
import { endProcess } from "../command.ts";
import { NotInstalled } from "../not-installed.ts";
import type { Call, Report } from "./serve-parent.ts";

const startLimitMs = 60_000;

/** A child process of the bench: it says when it is ready, takes one call after another, and ends with its parent. */
export class Child {
  /** What the process said about itself when it was ready. */
  ready: unknown;
  readonly startedAt = performance.now();
  readonly #process: ChildProcess;
  #report: ((report: Report) => void) | undefined;
  #errors = "";

  private constructor(file: string, settings: unknown) {
    this.#process = fork(file, [JSON.stringify(settings)], {
      execArgv: [
        ...["--experimental-strip-types", "--disable-warning=ExperimentalWarning"],
        // A hub gets the same flags as from the `yourcall` command.
        ...(file.endsWith("yourcall.mjs") ? hubFlags : []),
      ],
      env: { PATH: process.env.PATH ?? "", NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    process.once("exit", () => this.#process.kill("SIGKILL"));
    this.#process.stderr?.on("data", (data: Buffer) => {
      this.#errors = (this.#errors + data.toString()).slice(-4000);
    });
    this.#process.once("close", (code, signal) =>
      this.#report?.({ error: missingPackage(this.#errors) ?? `ended (${signal ?? code}): ${this.#errors.trim()}` }),
    );
    this.#process.on("message", (report) => this.#report?.(report as Report));
  }

  static async start(file: string, settings: unknown, limitMs = startLimitMs): Promise<Child> {
    const child = new Child(file, settings);
    try {
      child.ready = await child.#next("start", limitMs);
      return child;
    } catch (error) {
      await child.end();
      throw error;
    }
  }

  /** Calls a function of the child process and resolves with its result. */
  call(name: string, value: unknown, limitMs: number): Promise<unknown> {
    const next = this.#next(name, limitMs);
    this.#process.send({ name, value } satisfies Call);
    return next;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  end(): Promise<void> {
    return endProcess(this.#process);
  }

  #next(what: string, limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle({ error: `${what}: not within ${limitMs} ms` }), limitMs);
      const settle = (report: Report) => {
        clearTimeout(timer);
        this.#report = undefined;
        if ("error" in report) reject(new Error(report.error));
        else resolve(report.value);
      };
      this.#report = settle;
    });
  }
}

function missingPackage(errors: string): string | undefined {
  const [, name] = /Cannot find package '([^']+)'/.exec(errors) ?? [];
  return name === undefined ? undefined : new NotInstalled(`${name} (npm ci in bench/)`).message;
}

/** Resident memory of a process now and at its highest, in KB. Linux only. */
export function readMemory(pid: number): { rss: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
  return { rss: read("VmRSS"), peak: read("VmHWM") };
}

/** Processor time that a process has used so far, in milliseconds, to 10 ms. Linux only. */
export function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return fields.slice(11, 13).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}
