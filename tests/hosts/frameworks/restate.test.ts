import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../hub/src/testing/temporary-directory.ts";
import { freePort } from "../../support/free-port.ts";
import { openPlace } from "./servers.ts";

const folder = join(import.meta.dirname, "node_modules/@restatedev");
const program = (existsSync(folder) ? readdirSync(folder) : [])
  .map((name) => join(folder, name, "bin/restate-server"))
  .find((file) => existsSync(file) && !file.includes("restate-server/bin"));

/** A Restate server with ports and a directory of its own. */
async function startRestate() {
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(`${program}`, ["--base-dir", temporaryDirectory(), "--node-name", "test"], {
    env: {
      PATH: process.env.PATH,
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_LISTEN_MODE: "tcp",
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
    },
    stdio: "pipe",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const answers = (port: number, path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect
    .poll(async () => (await answers(admin, "/health")) && (await answers(ingress, "/restate/health")), {
      timeout: 120_000,
    })
    .toBe(true);
  const post = async (port: number, path: string, body: unknown) => {
    const headers = { "content-type": "application/json" };
    const url = `http://127.0.0.1:${port}${path}`;
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
  };
  return {
    ingress: `http://127.0.0.1:${ingress}`,
    register: (uri: string) => post(admin, "/deployments", { uri }),
    call: (path: string, body: unknown) => post(ingress, path, body),
    said: () => said,
  };
}

describe.skipIf(program === undefined)("a callback that is an awakeable of Restate", () => {
  test("continues the run once, also if its service died while the question waited", async () => {
    const restate = await startRestate();
    const port = await freePort();
    const place = await openPlace("restate-app.ts", "file", { INGRESS: restate.ingress, PORT: `${port}` });
    const service = place.start();
    await expect.poll(service.said, { timeout: 60_000 }).toContain("ready");
    expect(await restate.register(`http://127.0.0.1:${port}`)).toBe(201);
    expect(await restate.call("/release/ship/send", 318)).toBe(202);
    await expect.poll(async () => (await place.asks()).length).toBe(1);
    service.kill();
    await service.ended;
    const [ask] = await place.asks();
    const answers = [{ question: "Ship 318?", selectedOptions: ["Ship it"] }];
    await place.human.answer(`${ask?.id}`, { answers, act: "click", surface: "web" });
    await expect.poll(async () => (await place.asks())[0]?.delivery?.state).toBe("taken");
    place.start();
    await expect.poll(place.lines, { timeout: 120_000 }).toEqual(["finished 318 Ship it"]);
  });
});
