import { randomBytes } from "node:crypto";
import type { ButtonAct } from "@yourcall/core/internal";
import type { DeviceRecord } from "@yourcall/hub";
import { issueDeviceToken, mintButton, press } from "@yourcall/hub/internal";
import { describe, expect, onTestFinished, test } from "vitest";
import { choose, database } from "../../../hub/src/testing/sample-questions.ts";
import { startTestHub } from "../../../hub/src/testing/test-hub.ts";
import { refuseLoggedOut } from "./device-channel.ts";
import { deviceRoutes } from "./device-routes.ts";
import { type Devices, startDevices } from "./devices.ts";

async function startHub() {
  let devices: Devices | undefined;
  const hub = await startTestHub({ plugins: [() => deviceRoutes(() => devices)] });
  const options = {
    holder: "hub",
    pushSecret: Buffer.alloc(32, 1),
    linkTo: (id: string) => `${hub.url}/a/${id}`,
    log: () => {},
    changed: () => {},
  };
  const started = await startDevices({ hub: hub.hub, ...options });
  devices = started;
  onTestFinished(() => started.stop());

  async function add(name: string, change: Partial<DeviceRecord> = {}, madeFrom?: string) {
    const id = `dev_${randomBytes(6).toString("hex")}`;
    // Nothing listens at its service; the device presses for itself.
    const address = JSON.stringify({ token: "1:none", api: "http://127.0.0.1:9", test: change.address });
    const device: DeviceRecord = {
      ...{ id, kind: "telegram", name, level: "questions", approvals: false, state: "ready", createdAt: 0 },
      ...change,
      address,
    };
    await hub.hub.store.saveDevice(device);
    const as = await issueDeviceToken(hub.hub, device, madeFrom);
    return {
      id,
      call: (method: string, path: string, body?: unknown) => hub.call(method, path, body, { as }),
      press: (button: string, reply?: string) => hub.call("POST", "/v1/press", { button, reply }, { as }),
      receipt: (button: string, what: string) => hub.call("POST", "/v1/receipts", { button, what }, { as }),
      mint: (ask: string, act: ButtonAct) => mintButton(hub.hub, ask, id, act),
    };
  }
  return { hub, add };
}

const sqlite: ButtonAct = { act: "choose", question: 0, label: "SQLite" };

describe("a device with a token of its own", () => {
  test("presses its button once: the answer is the exact label, and names the device", async () => {
    const { hub, add } = await startHub();
    const pixel = await add("Pixel");
    const { id } = await hub.ask();
    const button = await pixel.mint(id, sqlite);
    expect(await pixel.press(button)).toMatchObject({ status: 200, body: { result: "answered", message: "Sent" } });
    expect((await hub.human("GET", `/v1/asks/${id}`)).body).toMatchObject({
      outcome: {
        answers: [{ selectedOptions: ["SQLite"] }],
        by: { surface: "telegram", act: "click", token: { id: pixel.id, scope: "device", name: "Pixel" } },
      },
      receipts: [{ device: pixel.id, what: "answered" }],
    });
    const again = await pixel.press(button);
    expect(again.body).toMatchObject({ result: "ended", message: "It was already over: ✔ Answered here" });
  });

  test("is told who was first, and nothing of the ask", async () => {
    const { hub, add } = await startHub();
    const pixel = await add("Pixel");
    const { id } = await hub.ask();
    const button = await pixel.mint(id, sqlite);
    await hub.human("POST", `/v1/asks/${id}/answer`, { ...choose("PostgreSQL (Recommended)"), user: "ana" });
    const { status, body, text } = await pixel.press(button);
    expect([status, body]).toMatchObject([200, { result: "ended" }]);
    expect(body.message).toContain("Answered in web by ana");
    expect(text).not.toContain("PostgreSQL");
    expect(text).not.toContain(database.question);
  });

  test("answers with words where the button takes them, and otherwise the words do nothing", async () => {
    const { hub, add } = await startHub();
    const pixel = await add("Pixel");
    const [one, two] = [await hub.ask(), await hub.ask()];
    const reply = await pixel.mint(one.id, { act: "reply", question: 0 });
    expect((await pixel.press(reply)).body).toMatchObject({ result: "open" });
    expect((await pixel.press(reply, "MySQL")).body).toMatchObject({ result: "answered" });
    expect((await hub.human("GET", `/v1/asks/${one.id}`)).body.outcome).toMatchObject({
      ...{ answers: [{ customInput: "MySQL" }], by: { act: "submit" } },
    });
    await pixel.press(await pixel.mint(two.id, sqlite), "MySQL");
    expect((await hub.human("GET", `/v1/asks/${two.id}`)).body.outcome).toMatchObject({
      ...{ answers: [{ selectedOptions: ["SQLite"] }], by: { act: "click" } },
    });
  });

  test("gets nothing for a guessed button or one of another device", async () => {
    const { hub, add } = await startHub();
    const [pixel, tablet] = [await add("Pixel"), await add("Tablet")];
    const { id } = await hub.ask();
    const button = await pixel.mint(id, sqlite);
    for (const call of [
      tablet.press(button),
      tablet.receipt(button, "shown"),
      pixel.press("A".repeat(22)),
      pixel.receipt("A".repeat(22), "shown"),
    ])
      expect((await call).status).toBe(404);
    for (const body of [{}, { button: "" }, { button: "x'; --" }, { button, reply: "x".repeat(5000) }])
      expect((await pixel.call("POST", "/v1/press", body)).status).toBe(422);
    const { body } = await hub.human("GET", `/v1/asks/${id}`);
    expect([body.status, body.receipts]).toEqual(["pending", undefined]);
  });

  test("reports what was shown and opened, each once, and claims nothing else", async () => {
    const { hub, add } = await startHub();
    const pixel = await add("Pixel");
    const { id } = await hub.ask();
    const button = await pixel.mint(id, { act: "go", question: 0 });
    for (const what of ["shown", "opened", "shown"]) expect((await pixel.receipt(button, what)).status).toBe(204);
    for (const what of ["answered", "sent", "failed"]) expect((await pixel.receipt(button, what)).status).toBe(422);
    expect((await hub.human("GET", `/v1/asks/${id}`)).body.receipts?.map(({ what }) => what).sort()).toEqual([
      "opened",
      "shown",
    ]);
  });

  test("can do nothing else, and nobody else can press", async () => {
    const { hub, add } = await startHub();
    const pixel = await add("Pixel");
    const { id } = await hub.ask();
    const button = await pixel.mint(id, sqlite);
    for (const [method, path] of [
      ["GET", "/v1/asks"],
      ["GET", `/v1/asks/${id}`],
      ["POST", `/v1/asks/${id}/answer`],
      ["GET", "/v1/events"],
      ["GET", "/v1/devices"],
      ["DELETE", `/v1/devices/${pixel.id}`],
      ["POST", "/v1/tokens"],
    ] as const)
      expect([path, (await pixel.call(method, path, method === "GET" ? undefined : {})).status]).toEqual([path, 403]);
    for (const as of ["human", "agent"])
      expect((await hub.call("POST", "/v1/press", { button }, { as })).status).toBe(403);
    expect((await hub.human("POST", "/v1/tokens", { scope: "device", name: "x" })).status).toBe(422);
    const { status } = (await hub.human("GET", `/v1/asks/${id}`)).body;
    expect(status).toBe("pending");
  });

  test("loses its token with the device, and with the login that added it", async () => {
    const { hub, add } = await startHub();
    const login = await hub.human("POST", "/v1/tokens", { scope: "human", name: "browser" });
    const [pixel, tablet] = [await add("Pixel"), await add("Tablet", {}, `${login.body.id}`)];
    const { id } = await hub.ask();
    const buttons = [await pixel.mint(id, sqlite), await tablet.mint(id, sqlite)] as const;
    expect((await hub.human("DELETE", `/v1/devices/${pixel.id}`)).status).toBe(204);
    expect((await hub.human("DELETE", `/v1/tokens/${login.body.id}`)).status).toBe(204);
    expect((await pixel.press(buttons[0])).status).toBe(401);
    expect((await tablet.press(buttons[1])).status).toBe(401);
    await expect(add("Watch", {}, `${login.body.id}`)).rejects.toThrow("revoked");
  });

  test("that its service presses for, as a chat, does nothing once the login that added it is revoked", async () => {
    const { hub, add } = await startHub();
    const login = await hub.human("POST", "/v1/tokens", { scope: "human", name: "browser" });
    const chat = await add("Chat", {}, `${login.body.id}`);
    const { id } = await hub.ask();
    const button = await chat.mint(id, sqlite);
    await hub.human("DELETE", `/v1/tokens/${login.body.id}`);
    const [device] = await hub.hub.store.listDevices();
    if (device === undefined) throw new Error("The device is listed.");
    expect(await press(hub.hub, device, button)).toEqual({ to: "unknown" });
    await expect(refuseLoggedOut(hub.hub, chat.id)).rejects.toThrow("logged out");
  });

  test("is ready once its test button was pressed there", async () => {
    const { hub, add } = await startHub();
    const test = randomBytes(16).toString("base64url");
    const pixel = await add("Pixel", { state: "adding", address: test });
    expect((await pixel.press("A".repeat(22))).status).toBe(404);
    expect((await pixel.press(test)).body).toMatchObject({ result: "ready" });
    expect(await hub.hub.store.listDevices()).toMatchObject([{ id: pixel.id, state: "ready" }]);
    expect((await pixel.press(test)).status).toBe(404);
  });
});

describe("a person who may answer, but not administer", () => {
  async function startTeam() {
    const { hub } = await startHub();
    const tokenOf = async (name: string, rights: string) => {
      const { body } = await hub.human("POST", "/v1/tokens", { scope: "human", name, rights });
      return { id: `${body.id}`, as: `${body.token}` };
    };
    const [ana, ben, guest] = [
      await tokenOf("ana", "answer"),
      await tokenOf("ben", "answer"),
      await tokenOf("guest", "read"),
    ];
    const add = (as: string, body: object = { kind: "push", name: "Pixel" }) =>
      hub.call("POST", "/v1/devices", body, { as });
    return { hub, ana, ben, guest, add };
  }

  test("adds and removes devices of their own, and no others", async () => {
    const { hub, ana, ben, guest, add } = await startTeam();
    const { status, body } = await add(ana.as);
    expect([status, body]).toMatchObject([201, { person: "ana" }]);
    expect((await add(guest.as)).status).toBe(403);
    const remove = (as: string) => hub.call("DELETE", `/v1/devices/${body.id}`, undefined, { as });
    expect((await remove(guest.as)).status).toBe(403);
    expect((await remove(ben.as)).status).toBe(404);
    const list = async (as: string) => (await hub.call("GET", "/v1/devices", undefined, { as })).body;
    expect([await list(ben.as), await list(ana.as)]).toMatchObject([{ devices: [] }, { devices: [{ id: body.id }] }]);
    expect((await remove(ana.as)).status).toBe(204);
  });

  test("names no server to which the hub then sends requests", async () => {
    const { hub, ana, add } = await startTeam();
    const inside = "http://127.0.0.1:9";
    for (const body of [
      { kind: "telegram", token: `1:${"a".repeat(20)}`, api: inside },
      { kind: "ntfy", server: inside },
    ]) {
      const { status, body: refusal } = await add(ana.as, body);
      expect([status, refusal.message]).toEqual([403, expect.stringContaining("Only an administrator")]);
    }
    expect(await hub.hub.store.listDevices()).toEqual([]);
  });

  test("has twenty devices at most", async () => {
    const { ana, add } = await startTeam();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count++) statuses.push((await add(ana.as)).status);
    expect(statuses).toEqual([...Array(20).fill(201), 403]);
  });
});
