import type { HubClient } from "@yourcall/client";
import { pictureTypes } from "@yourcall/core/internal";
import { readPictureFile } from "@yourcall/react/internal";
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useStored } from "../app/browser-storage.ts";
import { Icon } from "../app/icon.tsx";
import { useCall } from "../live/use-call.ts";

/** The pictures that will go with the next message. They are at the desk already, so that a reload loses none. */
interface MessagePictures {
  ids: readonly string[];
  busy: boolean;
  /** Why the last one was not taken. */
  why: string | undefined;
  add(files: Iterable<File>): void;
  remove(id: string): void;
  clear(): void;
  onPaste(event: ClipboardEvent): void;
  onDrop(event: DragEvent): void;
}

export function useMessagePictures(client: HubClient, session: string, isTaken: boolean): MessagePictures {
  const [stored, store] = useStored(`pictures.${session}`);
  const ids = stored === null || !isTaken ? [] : stored.split(" ");
  const { busy, why, run } = useCall();
  const write = (next: readonly string[]) => store(next.length === 0 ? null : next.join(" "));

  function add(files: Iterable<File>): void {
    void run(async () => {
      const added = [...ids];
      for (const file of files) {
        const { id } = await client.sessions.addPicture(session, await readPictureFile(file));
        if (!added.includes(id)) added.push(id);
        write(added);
      }
    });
  }
  return {
    ...{ ids, busy, why, add, ...takePictures(isTaken, add) },
    remove: (id) => write(ids.filter((each) => each !== id)),
    clear: () => write([]),
  };
}

/** For a field: a picture that is pasted or dropped there is added; anything else goes its usual way. */
export function takePictures(isTaken: boolean, add: (files: File[]) => void) {
  function take(event: ClipboardEvent | DragEvent, data: DataTransfer | null): void {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (!isTaken || files.length === 0) return;
    event.preventDefault();
    add(files);
  }
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  };
}

/** Opens the browser's dialog for files. */
export function PictureButton({ onFiles, disabled }: { onFiles: (files: Iterable<File>) => void; disabled: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="quiet small line add-picture"
        aria-label="Add a picture"
        title="Add a picture, or paste one"
        disabled={disabled}
        onClick={() => field.current?.click()}
      >
        <Icon name="picture" /> Picture
      </button>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join()}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </>
  );
}

/** The pictures that will go with what is being written, each with a button that takes it off. */
export function PicturesToSend({
  ids,
  onRemove,
  toPicture,
}: {
  ids: readonly string[];
  onRemove: (id: string) => void;
  toPicture: (id: string) => ReactNode;
}) {
  return (
    <ul className="composer-pictures line">
      {ids.map((id, at) => (
        <li key={id}>
          {toPicture(id)}
          <button type="button" className="quiet" aria-label={`Remove picture ${at + 1}`} onClick={() => onRemove(id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

// A picture is drawn again whenever its message comes into view.
const read = new Map<string, Promise<string>>();

/** A picture of a session's message. */
export function Picture({ client, session, id }: { client: HubClient; session: string; id: string }) {
  const [source, show] = useState<string>();
  useEffect(() => {
    const name = `${session} ${id}`;
    const reading =
      read.get(name) ?? client.sessions.picture(session, id).then(({ type, data }) => `data:${type};base64,${data}`);
    read.set(name, reading);
    let isLeft = false;
    reading.then(
      (url) => !isLeft && show(url),
      () => read.delete(name),
    );
    return () => {
      isLeft = true;
    };
  }, [client, session, id]);
  return source === undefined ? <span className="picture" /> : <img className="picture" src={source} alt="From you" />;
}
