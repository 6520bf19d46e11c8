import "./allow-for-a-while.css";
import type { HubClient, WireAsk } from "@yourcall/client";
import {
  changeGrantChoice,
  type GrantChoice,
  grantSpans,
  spansOf,
  startGrantChoice,
  toCoversText,
  toGrantBody,
  toGrantNotice,
  toPlaceName,
  toSubjectText,
} from "@yourcall/core/internal";
import type { GrantBody, GrantOffers } from "@yourcall/core/internal/wire";
import { useEffect, useId, useState } from "react";

interface AllowForAWhileProps {
  client: Pick<HubClient, "grantOffers">;
  ask: WireAsk;
  /** What is allowed along with the card's own button; undefined while the form is closed. */
  grant: GrantBody | undefined;
  onGrant: (grant: GrantBody | undefined) => void;
}

/**
 * What else an approval allows, for a while: what it covers, where, and how long. It decides nothing by itself: the card's button
 * that allows once sends it along, after everything has been seen.
 */
export function AllowForAWhile({ client, ask, grant, onGrant }: AllowForAWhileProps) {
  const [offers, setOffers] = useState<GrantOffers>();
  const [choice, setChoice] = useState<GrantChoice>();
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

  function change(next: Partial<GrantChoice>): void {
    const before = choice ?? (offers && startGrantChoice(offers));
    if (before === undefined) return;
    const changed = changeGrantChoice(before, next);
    setChoice(changed);
    onGrant(toGrantBody(changed, Date.now()));
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
      {grant !== undefined && choice !== undefined && (
        <>
          <Choice
            name="What"
            options={offers.covers.map((covers) => ({ name: toCoversText(covers, narrow), value: covers }))}
            isChosen={(covers) => JSON.stringify(covers) === JSON.stringify(choice.covers)}
            onChoose={(covers) => change({ covers })}
          />
          <Choice
            name="Where"
            options={offers.where.map((place) => ({ name: toPlaceName(place, agent.cwd), value: place }))}
            isChosen={(place) => place === choice.where}
            onChoose={(place) => change({ where: place })}
          />
          <Choice
            name="How long"
            options={spansOf(choice.where).map((value) => ({ name: grantSpans[value]?.name ?? "", value }))}
            isChosen={(value) => value === choice.span}
            onChoose={(span) => change({ span })}
          />
          <p className="fine" role="status">
            <b>Allow once</b> then also allows {toGrantNotice(grant, ask)}, without asking you. You can take it back at
            any time.
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
