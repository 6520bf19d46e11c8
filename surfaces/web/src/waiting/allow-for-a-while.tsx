import "./allow-for-a-while.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import { toClock, toCoversText, toShownPath, toSubjectText } from "@yourcall/core/internal";
import type { GrantBody, GrantOffers } from "@yourcall/core/internal/wire";
import { useEffect, useId, useState } from "react";

interface AllowForAWhileProps {
  client: HubClient;
  ask: WireAsk;
  /** What is allowed along with the card's own button; undefined while the form is closed. */
  grant: GrantBody | undefined;
  onGrant: (grant: GrantBody | undefined) => void;
}

const minuteMs = 60_000;

/** When a grant ends, as the person chooses it. */
const spans = [
  { name: "15 minutes", until: (now: number) => now + 15 * minuteMs },
  { name: "1 hour", until: (now: number) => now + 60 * minuteMs },
  { name: "Today", until: (now: number) => new Date(now).setHours(24, 0, 0, 0) },
  { name: "Until the session ends", until: () => undefined },
] as const;

/**
 * What else an approval allows, for a while: what it covers, where, and how long. It decides nothing by itself: the card's button
 * that allows once sends it along, after everything has been seen.
 */
export function AllowForAWhile({ client, ask, grant, onGrant }: AllowForAWhileProps) {
  const [offers, setOffers] = useState<GrantOffers>();
  const [span, setSpan] = useState(1);
  const isOpen = grant !== undefined;
  const { id, status, kind, approval, agent } = ask;
  const isWanted = kind === "approval" && status === "pending";
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    client.grantOffers(id).then(
      (found) => isOver || setOffers(found),
      // Somebody without the right, or an older hub: nothing is offered.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [client, id, isWanted]);
  if (!isWanted || approval === undefined || offers === undefined || offers.covers.length === 0) return null;
  const narrow = { tool: approval.tool, subject: toSubjectText(approval, agent.cwd) };
  const places = { session: "This session", directory: toShownPath(agent.cwd ?? "", 30), everywhere: "Anywhere" };
  const [first] = offers.covers;
  const where = offers.where.includes("directory") ? "directory" : (offers.where[0] ?? "everywhere");

  function change(next: Partial<GrantBody>, at = span): void {
    const body: GrantBody = { covers: first ?? { kind: "input" }, where, ...grant, ...next };
    const chosen = body.where !== "session" && at === 3 ? 1 : at;
    const end = spans[chosen]?.until(Date.now());
    setSpan(chosen);
    onGrant({ ...body, until: end === undefined ? undefined : new Date(end).toISOString() });
  }

  return (
    <section className="for-a-while" aria-label="Allow for a while">
      <button
        type="button"
        className="quiet small"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? onGrant(undefined) : change({}))}
      >
        {isOpen ? "Only this once" : "Allow for a while…"}
      </button>
      {grant !== undefined && (
        <>
          <Choice
            name="What"
            options={offers.covers.map((covers) => ({ name: toCoversText(covers, narrow), value: covers }))}
            isChosen={(covers) => JSON.stringify(covers) === JSON.stringify(grant.covers)}
            onChoose={(covers) => change({ covers })}
          />
          <Choice
            name="Where"
            options={offers.where.map((place) => ({ name: places[place], value: place }))}
            isChosen={(place) => place === grant.where}
            onChoose={(place) => change({ where: place })}
          />
          <Choice
            name="How long"
            options={spans
              .map(({ name }, value) => ({ name, value }))
              .filter(({ value }) => value < 3 || grant.where === "session")}
            isChosen={(value) => value === span}
            onChoose={(value) => change({}, value)}
          />
          <p className="fine" role="status">
            <b>Allow once</b> then also allows {toCoversText(grant.covers, narrow)}
            {grant.where === "everywhere"
              ? " anywhere"
              : grant.where === "session"
                ? " in this session"
                : ` in ${places.directory}`}
            {grant.until === undefined ? " until the session ends" : ` until ${toClock(grant.until)}`}, without asking
            you. You can take it back at any time.
          </p>
        </>
      )}
    </section>
  );
}

interface ChoiceProps<Value> {
  name: string;
  options: { name: string; value: Value }[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
}

function Choice<Value>({ name, options, isChosen, onChoose }: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset>
      <legend className="fine">{name}</legend>
      {options.map((option) => (
        <label key={option.name} className="small">
          <input type="radio" name={group} checked={isChosen(option.value)} onChange={() => onChoose(option.value)} />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
