import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHubFile, startCommand, temporaryDirectory } from "./support/hub.ts";
import { testIf } from "./support/needs.ts";
import { root } from "./support/terminal.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const { version, scripts } = JSON.parse(read("package.json"));

const container = read("deploy/Containerfile").replaceAll("\\\n", "");
const unit = read("deploy/yourcall.service");

/** The arguments of an instruction that has them as JSON. */
function jsonAfter(pattern: RegExp): string[] {
  const [, json = ""] = pattern.exec(container) ?? [];
  return JSON.parse(json);
}

/** Starts a hub with arguments that name port 2255, on a free port instead. */
async function startAs(args: string[]) {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "config.json"), JSON.stringify({ publicUrl: "https://calls.example.com" }));
  const free = args.map((arg) => (arg === "2255" ? "0" : arg));
  const hub = startCommand(free, { env: { YOURCALL_HOME: directory } });
  await hub.says(" listens on ");
  return { hub, port: new URL(readHubFile(directory)?.url ?? "").port };
}

describe("the container file", () => {
  test("installs this version, and copies nothing that is not there", () => {
    expect(container).toContain(`ARG VERSION=${version}\n`);
    const sources = [...container.matchAll(/^(?:COPY|ADD) (?!--from)(\S+)/gm)].map(([, source = ""]) => source);
    expect(sources.filter((source) => globSync(source, { cwd: root }).length === 0)).toEqual([]);
  });

  test("starts a hub whose health check passes, and fails once the hub is gone", async () => {
    const [command, ...args] = jsonAfter(/^CMD (\[.*\])$/m);
    expect(command).toBe("yourcall");
    const { hub, port } = await startAs(args);
    const [node, ...check] = jsonAfter(/^HEALTHCHECK .*CMD (\[.*\])$/m).map((arg) =>
      arg.replace(":2255/", `:${port}/`),
    );
    expect(node).toBe("node");
    const isHealthy = () => spawnSync(process.execPath, check).status === 0;
    expect(isHealthy()).toBe(true);
    hub.kill("SIGTERM");
    await hub.ended;
    expect(isHealthy()).toBe(false);
  });

  test("runs without root, with its state where its user may write", () => {
    const [, home] = /useradd .*--home-dir (\S+) yourcall/.exec(container) ?? [];
    expect(container).toContain("\nUSER yourcall\n");
    expect(container).toContain(`install -d -o yourcall -g yourcall -m 700 ${home}\n`);
    expect(container).toContain(`\nENV YOURCALL_HOME=${home}\n`);
    expect(container).toContain(`\nVOLUME ${home}\n`);
  });
});

describe("the systemd unit", () => {
  const isThere = spawnSync("systemd-analyze", ["--version"]).status === 0;
  testIf(isThere, "no systemd-analyze on this machine (scripts/install-debian-packages.sh installs it)")(
    "is valid",
    () => {
      const file = join(root, "deploy/yourcall.service");
      const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
      expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: "" });
    },
  );

  test("starts a hub", async () => {
    const [, line = ""] = /^ExecStart=\/usr\/bin\/env yourcall (.*)$/m.exec(unit) ?? [];
    const { port } = await startAs(line.split(" "));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

describe("the workflows", () => {
  const workflows = globSync(".github/workflows/*.yml", { cwd: root }).sort();

  test("run what .ci/run runs before a change lands and before a release", () => {
    expect(workflows).toEqual([".github/workflows/release.yml", ".github/workflows/test.yml"]);
    for (const file of workflows) expect(read(file)).toMatch(/^ +- run: \.ci\/run$/m);
  });

  test.each([...workflows, ".ci/run"])("%s names only scripts that exist", (file) => {
    const named = [...read(file).matchAll(/npm run ([\w-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
