import { isSameAnswers } from "@yourcall/core/internal";
import { type CardAsk, QuestionCard, type Reply } from "@yourcall/react";
import { useEffect, useState } from "react";
import { callServer, type Given, tellAgent } from "./call-server.ts";
import type { Host } from "./host.ts";

const longestPauseMs = 30_000;

/** The card of one ask, which is answered here or on any other screen. */
export function CardView({ host, given }: { host: Host; given: Given }) {
  const { surface } = given;
  const [ask, setAsk] = useState<CardAsk>(given.ask);
  const [offline, setOffline] = useState(false);
  const [note, setNote] = useState("");
  const [last, setLast] = useState<Reply>();

  useEffect(() => {
    let left = false;
    async function follow(): Promise<void> {
      for (let pauseMs = 1000; !left; ) {
        try {
          const { status, outcome, message = "" } = await callServer(host, given);
          if (left) return;
          if (outcome !== undefined) setAsk((before) => ({ ...before, outcome }));
          // For good: there is nothing to try again.
          if (status === "refused") setNote(`${message} You can answer on any other screen.`);
          setOffline(status === "refused");
          if (status !== "pending") return;
          pauseMs = 1000;
        } catch {
          setOffline(true);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        }
      }
    }
    void follow();
    return () => {
      left = true;
    };
  }, [host, given]);

  async function send(end: object): Promise<void> {
    const {
      outcome,
      isAccepted,
      isAwaited,
      message = "The question is still open.",
    } = await callServer(host, given, end);
    if (outcome === undefined) throw new Error(message);
    setAsk((before) => ({ ...before, outcome }));
    // The card keeps what was typed, and shows the answer that was first.
    if (isAccepted !== true) throw new Error("Another answer came first.");
    if (isAwaited !== true) void tellAgent(host, given.ask.id, outcome).then(setTold);
  }

  function setTold(isTold: boolean): void {
    if (!isTold) setNote("The agent gets your answer when it continues. If it has stopped, write to it.");
  }

  const { outcome } = ask;
  const sentHere =
    outcome?.status === "answered" &&
    outcome.by.surface === surface &&
    last !== undefined &&
    isSameAnswers(ask, last.answers, outcome.answers);
  return (
    <>
      <QuestionCard
        ask={ask}
        surface={surface}
        offline={offline}
        sentHere={sentHere}
        compact
        onSubmit={(reply) => {
          setLast(reply);
          return send(reply);
        }}
        onDecline={(decline) => send({ decline })}
      />
      <p className="note" role="status">
        {note}
      </p>
    </>
  );
}
