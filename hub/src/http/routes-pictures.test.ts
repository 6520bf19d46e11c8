import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toPng } from "../testing/sample-picture.ts";
import { database } from "../testing/sample-questions.ts";
import { soon } from "../testing/soon.ts";
import { shareTestHub, startTestHub, type TestHub, withStore } from "../testing/test-hub.ts";

const running = shareTestHub();
const sketch = toPng(48, 32);
const toHash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const toBody = (bytes: Buffer, name?: string) => ({ data: bytes.toString("base64"), name });

/** Adds a picture with a person's token, or another. */
const add = (hub: TestHub, id: string, bytes = sketch, as = "human", name?: string) =>
  hub.call("POST", `/v1/asks/${id}/pictures`, toBody(bytes, name), { as });
const answerWith = (...hashes: string[]) => ({
  answers: [
    {
      question: database.question,
      customInput: "As drawn here.",
      attachments: hashes.map((hash) => ({ hash, type: "text/html", bytes: 1, name: "../../etc/passwd" })),
    },
  ],
});

test("an answer names the pictures that were added, and the agent gets the same bytes", async () => {
  const hub = running();
  const { id } = await hub.ask();
  const dirty = Buffer.concat([toPng(48, 32, { text: "51.5007 N, 0.1246 W" }), Buffer.from("PK\x03\x04 zip")]);
  const added = await add(hub, id, dirty, "human", "a\u202esketch\n.png");
  const hash = toHash(sketch);
  const picture = { hash, type: "image/png", bytes: sketch.length, width: 48, height: 32, ask: id };
  expect(added).toMatchObject({ status: 201, body: picture });
  expect((await hub.human("POST", `/v1/asks/${id}/answer`, answerWith(hash))).status).toBe(200);
  const { body } = await hub.agent("GET", `/v1/asks/${id}`);
  expect(body.outcome).toMatchObject({ answers: [{ attachments: [{ ...picture, name: "asketch .png" }] }] });
  const read = await hub.agent("GET", `/v1/asks/${id}/pictures/${hash}?as=json`);
  expect(toHash(Buffer.from(String((read.body as { data?: string }).data), "base64"))).toBe(hash);
  const text = (await hub.agent("GET", `/v1/asks/${id}?as=text`)).text;
  expect(text).toContain(`Picture: asketch .png (PNG, 48 × 32, 1 KB), in /v1/asks/${id}/pictures/${hash}`);
});

test("a picture is sent as a file that no browser shows or keeps", async () => {
  const hub = running();
  const { id } = await hub.ask();
  await add(hub, id, sketch, "human", "Skizze 1“.html");
  const { headers, status } = await hub.human("GET", `/v1/asks/${id}/pictures/${toHash(sketch)}`);
  expect({ status, ...headers }).toMatchObject({
    status: 200,
    "content-type": "image/png",
    "content-length": `${sketch.length}`,
    "content-disposition": `attachment; filename="Skizze 1_.html"; filename*=UTF-8''Skizze%201%E2%80%9C.html`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "no-store",
  });
});

test.each([
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 422, "Only PNG"],
  ["a page that begins like a picture", Buffer.from("GIF89a<html>"), 422, "damaged"],
  ["a small file with four thousand million pixels", toPng(65_000, 65_000, { rows: 1 }), 422, "65000 × 65000 pixels"],
  ["a picture that ends too early", sketch.subarray(0, 40), 422, "damaged"],
  ["nothing", Buffer.alloc(0), 422, "Only PNG"],
  ["more than 10 MB", Buffer.concat([sketch, Buffer.alloc(10 * 1024 * 1024)]), 413, "larger than 10 MB"],
])("%s is refused with a sentence", async (_, bytes, status, words) => {
  const hub = running();
  const { id } = await hub.ask();
  const refused = await add(hub, id, bytes);
  expect(refused).toMatchObject({ status, body: { message: expect.stringContaining(words) } });
});

test("a body of 100 MB is refused before it is read", async () => {
  const hub = running();
  const { id } = await hub.ask();
  const headers = { "content-length": `${100 * 1024 * 1024}`, "content-type": "application/json" };
  const refused = await hub.human("POST", `/v1/asks/${id}/pictures`, undefined, { headers }).catch(String);
  if (typeof refused !== "string")
    expect(refused).toMatchObject({ status: 413, body: { message: "The picture is larger than 10 MB." } });
  else expect(refused).toMatch(/socket hang up|ECONNRESET|EPIPE/);
});

test("an ask takes five pictures, one of them twice, and another in the place of one that was removed", async () => {
  const hub = running();
  const { id } = await hub.ask();
  const pictures = [1, 2, 3, 4, 5, 6].map((grey) => toPng(4, 4, { grey }));
  for (const picture of pictures.slice(0, 5)) expect((await add(hub, id, picture)).status).toBe(201);
  const [first = sketch, sixth = sketch] = [pictures[0], pictures[5]];
  expect((await add(hub, id, first)).status).toBe(201);
  const refused = await add(hub, id, sixth);
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining("already has 5") } });
  expect((await hub.human("DELETE", `/v1/asks/${id}/pictures/${toHash(first)}`)).status).toBe(204);
  expect((await add(hub, id, sixth)).status).toBe(201);
});

test("an answer cannot name a picture of another ask, one that was removed, or none at all", async () => {
  const hub = running();
  const [one, other] = [await hub.ask(), await hub.ask()];
  await add(hub, other.id);
  for (const hash of [toHash(sketch), "0".repeat(64), "../../tokens.json"]) {
    const refused = await hub.human("POST", `/v1/asks/${one.id}/answer`, answerWith(hash));
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid-answer" } });
  }
  expect((await hub.human("GET", `/v1/asks/${one.id}`)).body.status).toBe("pending");
});

test("a hash that is a path finds nothing", async () => {
  const hub = running();
  const { id } = await hub.ask();
  for (const hash of ["..%2f..%2ftokens.json", "..", "%00", `${toHash(sketch)}%2e`, "a".repeat(300)])
    expect((await hub.human("GET", `/v1/asks/${id}/pictures/${hash}`)).status).toBe(404);
});

test("agents cannot add pictures, and see none but those of the answer to their own ask", async () => {
  const hub = running();
  const { id } = await hub.ask();
  expect((await add(hub, id, sketch, "agent")).status).toBe(403);
  await add(hub, id);
  await add(hub, id, toPng(3, 3));
  const path = `/v1/asks/${id}/pictures/${toHash(sketch)}`;
  expect((await hub.agent("GET", path)).status).toBe(404);
  await hub.human("POST", `/v1/asks/${id}/answer`, answerWith(toHash(sketch)));
  expect((await hub.agent("GET", path)).status).toBe(200);
  const foreign = `${(await hub.human("POST", "/v1/tokens", { scope: "agent", name: "other" })).body.token}`;
  expect((await hub.call("GET", path, undefined, { as: foreign })).status).toBe(404);
  expect((await hub.call("GET", path)).status).toBe(401);
});

test("a link opens the pictures of its pending ask, and no others", async () => {
  const hub = running();
  const [mine, other] = [await hub.ask(), await hub.ask()];
  for (const { id } of [mine, other]) await add(hub, id);
  const as = `${(await hub.human("POST", "/v1/tokens", { scope: "link", ask: mine.id })).body.token}`;
  const read = async ({ id }: { id: string }) =>
    (await hub.call("GET", `/v1/asks/${id}/pictures/${toHash(sketch)}`, undefined, { as })).status;
  expect([await read(mine), await read(other)]).toEqual([200, 403]);
  await hub.human("POST", `/v1/asks/${mine.id}/answer`, answerWith(toHash(sketch)));
  expect([401, 403]).toContain(await read(mine));
});

test("what an answer does not name is removed when the ask ends, and an ended ask takes no more", async () => {
  const hub = running();
  const { id } = await hub.ask();
  const other = toPng(3, 3);
  await add(hub, id);
  await add(hub, id, other);
  await hub.human("POST", `/v1/asks/${id}/answer`, answerWith(toHash(sketch)));
  await soon(async () => (await hub.human("GET", `/v1/asks/${id}/pictures/${toHash(other)}`)).status).toBe(404);
  expect((await hub.human("GET", `/v1/asks/${id}/pictures/${toHash(sketch)}`)).status).toBe(200);
  expect((await add(hub, id, other)).status).toBe(409);
  expect((await hub.human("DELETE", `/v1/asks/${id}/pictures/${toHash(sketch)}`)).status).toBe(409);
});

test("pictures survive a restart", async () => {
  const hub = await startTestHub();
  const { id } = await hub.ask();
  await add(hub, id);
  const again = await hub.restart();
  expect((await again.human("GET", `/v1/asks/${id}/pictures/${toHash(sketch)}`)).status).toBe(200);
});

test("a picture that was added before the person asked back is there for the agent's next ask, before its draft is", async () => {
  const pictures: number[] = [];
  const counting = withStore((store) => ({
    async saveDraft(id, draft) {
      pictures.push((await store.picturesOf(id)).length);
      return store.saveDraft(id, draft);
    },
  }));
  const hub = await startTestHub(counting);
  const asked = await hub.ask({ asksAgain: true });
  const attachment = (await add(hub, asked.id)).body;
  const hash = toHash(sketch);
  const entry = { selectedOptions: [], otherPicked: true, other: "As drawn", note: "", skipped: false };
  const draft = { entries: [{ ...entry, attachments: [attachment] }], comment: "", reason: "" };
  await hub.human("PUT", `/v1/asks/${asked.id}/draft`, { draft, baseRevision: 0 });
  await hub.human("POST", `/v1/asks/${asked.id}/decline`, { asked: "What does it cost?" });
  const again = await hub.ask({ asksAgain: true, replyTo: asked.id });
  await soon(async () => (await hub.human("GET", `/v1/asks/${again.id}`)).body.draft?.draft.entries).toMatchObject([
    { attachments: [{ hash }] },
  ]);
  expect(pictures).toEqual([1, 1]);
  expect((await hub.human("POST", `/v1/asks/${again.id}/answer`, answerWith(hash))).status).toBe(200);
});
