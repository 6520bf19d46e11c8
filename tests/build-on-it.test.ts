import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { WireAsk } from "@yourcall/client";
import { createHubClient } from "@yourcall/client/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { startTestHub } from "../hub/src/testing/test-hub.ts";
import { freePort } from "./support/free-port.ts";
import { testWith } from "./support/needs.ts";
import { root } from "./support/terminal.ts";

const page = readFileSync(join(root, "docs/build-on-it.md"), "utf8");

/** The program below a heading of docs/build-on-it.md. */
function programOf(heading: string, language: string): string {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const code = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(section)?.[1] ?? "";
  expect(code.split("\n").length).toBeLessThanOrEqual(41);
  return code;
}

/** A hub with a person, and a program with an agent token of its own. */
async function openPlace() {
  const hub = await startTestHub();
  const { body } = await hub.human("POST", "/v1/tokens", { scope: "agent", name: "release-bot" });
  const human = createHubClient({ url: hub.url, token: hub.tokens.human });
  onTestFinished(() => human.close());
  const env = { ...process.env, YOURCALL_URL: hub.url, YOURCALL_TOKEN: `${body.token}` };

  function start(program: string, args: string[], stdin = "", more: Record<string, string> = {}) {
    const child: ChildProcess = spawn(program, args, { cwd: root, env: { ...env, ...more }, stdio: "pipe" });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (said += data));
    const ended = new Promise<string>((resolve) => child.once("close", () => resolve(said.trim())));
    child.stdin?.end(stdin);
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await ended;
    });
    return { said: () => said, ended, kill: () => child.kill("SIGKILL") };
  }

  const node = ["--conditions=yourcall-source", "--disable-warning=ExperimentalWarning"];
  const find = async () => {
    await expect.poll(async () => (await human.list()).asks.length).toBe(1);
    return (await human.list()).asks[0] as WireAsk;
  };
  return {
    human,
    find,
    start,
    runScript: (code: string, args: string[] = [], more = {}) =>
      start(process.execPath, [...node, "--input-type=module-typescript", "-", ...args], code, more),
    async answer(select: string) {
      const { id, questions } = await find();
      const answers = [{ question: `${questions[0]?.question}`, selectedOptions: [select] }];
      await human.answer(id, { answers, act: "click", surface: "web" });
      return id;
    },
    deliveryOf: async (id: string) => (await human.get(id)).delivery?.state,
  };
}

describe("the programs of build-on-it.md", () => {
  test("TypeScript waits for the answer", async () => {
    const { runScript, answer, deliveryOf } = await openPlace();
    const { ended } = runScript(programOf("It can wait", "ts"));
    const id = await answer("Oregon");
    expect(await ended).toBe("Oregon");
    expect(await deliveryOf(id)).toBe("taken");
  });

  test("a program that was killed while the approval waited continues when it is started again", async () => {
    const { runScript, answer, deliveryOf, find } = await openPlace();
    const code = programOf("It stops", "ts");
    const first = runScript(code, ["run-7"]);
    await find();
    first.kill();
    await first.ended;
    const id = await answer("allow-once");
    const second = runScript(code);
    await expect.poll(second.said).toBe("run-7: deploying\n");
    await expect.poll(() => deliveryOf(id)).toBe("taken");
  });

  test("curl asks and prints the outcome", async () => {
    const { start, answer, deliveryOf } = await openPlace();
    const { ended } = start("bash", ["-c", programOf("HTTP", "sh")]);
    const id = await answer("Ship it");
    expect(JSON.parse(await ended)).toMatchObject({ id, outcome: { answers: [{ selectedOptions: ["Ship it"] }] } });
    expect(await deliveryOf(id)).toBe("taken");
  });

  test("fetch asks and prints the answer", async () => {
    const { runScript, answer, deliveryOf } = await openPlace();
    const { ended } = runScript(programOf("HTTP", "js"));
    const id = await answer("Wait");
    expect(await ended).toBe("Wait");
    expect(await deliveryOf(id)).toBe("taken");
  });

  test("a service continues its run when the hub calls it", async () => {
    const { runScript, answer, deliveryOf } = await openPlace();
    const { said } = runScript(programOf("A callback", "ts"), [], { PORT: `${await freePort()}` });
    const id = await answer("allow-once");
    await expect.poll(said).toBe("run 7: deploying\n");
    await expect.poll(() => deliveryOf(id)).toBe("taken");
  });

  testWith("python3")("Python asks for an approval", async () => {
    const { start, answer } = await openPlace();
    const more = { PYTHONPATH: join(root, "clients/python"), PYTHONDONTWRITEBYTECODE: "1" };
    const { ended } = start("python3", ["-"], programOf("Python", "python"), more);
    await answer("allow-once");
    expect(await ended).toBe("deploying");
  });
});

test("every program of build-on-it.md is run here", () => {
  const [, ...sections] = page.split(/^## /m);
  const found = sections.flatMap((text) =>
    [...text.matchAll(/^```(\w+)$/gm)].map(([, language]) => `${text.split("\n")[0]} ${language}`),
  );
  expect(found).toEqual(["It can wait ts", "It stops ts", "HTTP sh", "HTTP js", "A callback ts", "Python python"]);
});
