import type { AnsweringEnd } from "@yourcall/core";
import type { AnswerBody, WireAsk } from "@yourcall/core/internal/wire";
import { describe, expect, test } from "vitest";
import { answered, draftOf, wireAsk, withdrawn } from "../../core/src/testing/wire-ask.ts";
import { AlreadyEndedError, HubUnreachableError } from "./errors.ts";
import { joinLive } from "./live-ask.ts";
import type { PersonClient } from "./person-client.ts";

const ask = wireAsk("a");
const by = { surface: "web", act: "submit" } as const;
const typed = { question: "What about a?", header: "a", selectedOptions: [], customInput: "bun" };
const decision: AnsweringEnd = { type: "submitted", answers: [typed] };

/** The ask after the hub has accepted this answer. */
function ended({ answers, surface = "web", act = "submit" }: Pick<AnswerBody, "answers" | "surface" | "act">): WireAsk {
  const outcome = { status: "answered", answers, by: { surface, act }, at: "2026-11-15T12:02:00.000Z" };
  return { ...ask, status: "answered", outcome } as WireAsk;
}

/** The ask on the page, which hears what happens at the hub; `reply` is what the hub does with an answer. */
function join(reply: (body: AnswerBody) => Promise<WireAsk>) {
  const kept = new Map<string, string>();
  const storage = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, value: string | null) => void (value === null ? kept.delete(name) : kept.set(name, value)),
  };
  const hub = { answer: (_: string, body: AnswerBody) => reply(body) } as unknown as PersonClient;
  const live = joinLive(hub, ask, { by, isUpdatedByCaller: true, storage });
  live.draft(draftOf("bun"));
  return { live, kept };
}

const lost = async () => {
  throw new HubUnreachableError("The connection broke.", { mayHaveArrived: true });
};

describe("an answer from a live ask", () => {
  test("that the hub accepts is sent, and the draft is no longer kept", async () => {
    const { live, kept } = join(async (body) => ended(body));
    expect(await live.submit(decision)).toBe(null);
    expect(await live.ended).toMatchObject({ elsewhere: false });
    expect(live.now()).toMatchObject({ sentHere: true, ask: { status: "answered" } });
    expect(kept.size).toBe(0);
  });

  test("is sent if a server between the page and the hub adds the name of the person", async () => {
    const named = (body: Pick<AnswerBody, "answers">): WireAsk => {
      const { outcome } = ended(body);
      return { ...ended(body), outcome: { ...outcome, by: { ...by, user: "ana" } } } as WireAsk;
    };
    const accepted = join(async (body) => named(body)).live;
    await accepted.submit(decision);
    const reported = join(lost).live;
    await reported.submit(decision);
    reported.update(named({ answers: [typed] }));
    expect([accepted.now().sentHere, reported.now().sentHere]).toEqual([true, true]);
  });

  test("is sent as soon as the hub reports it, even before the reply to it", async () => {
    const reply = Promise.withResolvers<WireAsk>();
    const arrived = Promise.withResolvers<void>();
    const { live } = join(() => {
      arrived.resolve();
      return reply.promise;
    });
    const submitting = live.submit(decision);
    await arrived.promise;
    live.update(ended({ answers: [typed] }));
    expect(await live.ended).toMatchObject({ elsewhere: false });
    reply.reject(new HubUnreachableError("The connection broke.", { mayHaveArrived: true }));
    expect(await submitting).toBe(null);
    expect(live.now().sentHere).toBe(true);
  });

  test("whose reply was lost is sent once the hub reports it", async () => {
    const { live, kept } = join(lost);
    expect(await live.submit(decision)).toMatchObject({ canRetry: true, error: { code: "hub-unreachable" } });
    expect(kept.size).toBe(1);
    live.update(ended({ answers: [typed] }));
    expect(await live.ended).toMatchObject({ elsewhere: false });
    expect([live.now().sentHere, kept.size]).toEqual([true, 0]);
  });

  test("whose reply was lost does not stand for what was typed since, which is kept", async () => {
    const { live, kept } = join(lost);
    await live.submit(decision);
    live.draft(draftOf("bun, or deno"));
    live.update(ended({ answers: [typed] }));
    expect(await live.ended).toMatchObject({ elsewhere: false });
    expect(live.now().sentHere).toBe(false);
    expect([...kept.values()].join()).toContain("bun, or deno");
  });

  test.each([
    ["refuses it because another was first", answered(ask, "No")],
    ["reports another that says the same from another surface", ended({ answers: [typed], surface: "terminal" })],
    ["reports that the ask was withdrawn", withdrawn(ask)],
  ])("is not sent if the hub %s, and stays to be copied", async (_, first) => {
    const { live, kept } = join(async () => {
      if (first.outcome === undefined) throw new Error("An ended ask has an outcome.");
      throw new AlreadyEndedError("It has ended.", first.outcome);
    });
    expect(await live.submit(decision)).toBe(null);
    expect(await live.ended).toEqual({ outcome: first.outcome, elsewhere: true });
    expect(live.now()).toMatchObject({ sentHere: false, ask: { outcome: first.outcome }, draft: draftOf("bun") });
    expect([...kept.values()].join()).toContain("bun");
  });
});

test("an ended ask stays ended when a late reply still calls it pending", () => {
  const { live } = join(lost);
  live.update(withdrawn(ask));
  live.update(ask);
  expect(live.now().ask.status).toBe("cancelled");
});

test("what was typed is there for a card that is shown again, and the card in which it was typed is left alone", () => {
  const { live } = join(lost);
  let changes = 0;
  live.subscribe(() => changes++);
  live.draft(draftOf("bun, and deno"));
  expect([live.now().draft, changes]).toEqual([draftOf("bun, and deno"), 0]);
});

test("once it is closed, a live ask looks for the end no more, also with a client that cannot end a wait", async () => {
  const first = Promise.withResolvers<null>();
  const second = Promise.withResolvers<string>();
  let looks = 0;
  const wait = () => {
    looks += 1;
    if (looks === 1) return first.promise;
    second.resolve("looks again");
    return new Promise<never>(() => {});
  };
  const live = joinLive({ wait } as unknown as PersonClient, ask, { by });
  live.close();
  first.resolve(null);
  expect(await Promise.race([live.ended.catch(() => "closed"), second.promise])).toBe("closed");
});
