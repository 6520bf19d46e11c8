import { messageOf } from "@yourcall/core";
import { byPictures, pictureTypes, roomForPictures, tooManyPictures } from "@yourcall/core/internal";
import { useEffect, useRef } from "react";
import { KeyCap } from "../icon.tsx";
import { isField } from "../key-targets.ts";
import { type ShownCard, toFront } from "../shown-card.ts";
import { machine } from "../use-answering.ts";
import { PictureList } from "./picture-list.tsx";
import { readPictureFile } from "./read-picture-file.ts";

machine.more.add(byPictures);

/**
 * The pictures of an answer, and the button that adds one. What is pasted or dropped on the question is added too; on a card with one
 * question, anywhere on the card.
 */
export default function AddPictures({ card, index }: { card: ShownCard; index: number }) {
  const { state, props, act } = card;
  const place = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const attachments = state.entries[index]?.attachments ?? [];
  const adding = state.adding?.question === index ? state.adding.path : undefined;
  const front = toFront(state) === index;
  const letters = props.letters !== false;

  async function add(files: readonly File[]): Promise<void> {
    let room = roomForPictures(state);
    for (const file of files) {
      // Some browsers name every pasted picture so.
      const name = file.name === "image.png" ? "" : file.name;
      act({ type: "adding", path: name, question: index });
      try {
        if (room-- <= 0) throw new Error(tooManyPictures);
        const given = { data: await readPictureFile(file), ...(name && { name }) };
        const attachment = await props.pictures?.add(given);
        if (attachment !== undefined) act({ type: "attach", attachment, question: index });
      } catch (error) {
        act({ type: "not-attached", message: `${name || "The picture"} was not added. ${messageOf(error)}` });
        return;
      }
    }
  }

  function remove(hash: string): void {
    act({ type: "detach", hash, question: index });
    // If this fails, it is removed when the ask ends.
    props.pictures?.remove(hash).catch(() => {});
    place.current?.focus();
  }

  function take(event: Event, data: DataTransfer | null): void {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  }
  function press(event: KeyboardEvent): void {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (event.key !== "p" || !isPlain || !letters || !front || isField(event.target as HTMLElement)) return;
    event.preventDefault();
    input.current?.click();
  }
  const latest = useRef({ take, press });
  latest.current = { take, press };
  const alone = state.ask.questions.length === 1;
  useEffect(() => {
    const around = place.current?.closest<HTMLElement>(alone ? ".yc-card" : ".yc-question");
    const whole = place.current?.closest<HTMLElement>(".yc-card");
    const leaving = new AbortController();
    const { signal } = leaving;
    around?.addEventListener("paste", (event) => latest.current.take(event, event.clipboardData), { signal });
    around?.addEventListener("drop", (event) => latest.current.take(event, event.dataTransfer), { signal });
    // Without this a browser opens what is dropped.
    around?.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    whole?.addEventListener("keydown", (event) => latest.current.press(event), { signal });
    return () => leaving.abort();
  }, [alone]);

  return (
    <>
      {attachments.length > 0 && (
        <PictureList attachments={attachments} read={props.pictures?.read} onRemove={remove} />
      )}
      <button ref={place} type="button" className="yc-quiet" onClick={() => input.current?.click()}>
        Add picture
        {letters && <KeyCap name="p" off={!front} />}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join()}
        aria-label="Picture"
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <span className="yc-hint" role="status">
        {adding !== undefined && `Adding ${adding || "the picture"}…`}
      </span>
    </>
  );
}
