import { readPictureFile } from "@yourcall/react/internal";
import { useState } from "react";
import { useCall } from "../live/use-call.ts";
import { PictureButton, takePictures } from "./message-pictures.tsx";

interface PromptPicture {
  type: string;
  data: string;
}

/** The pictures of a first prompt. Its session does not exist yet, so the page keeps them until it starts. */
export function usePromptPictures(isTaken: boolean) {
  const [all, keep] = useState<readonly PromptPicture[]>([]);
  const { busy, why, run } = useCall();
  function add(files: Iterable<File>): void {
    void run(async () => {
      for (const file of files) {
        const data = await readPictureFile(file);
        keep((before) => [...before.filter((each) => each.data !== data), { type: file.type, data }]);
      }
    });
  }
  return {
    ...{ busy, why, add, ...takePictures(isTaken, add) },
    shown: isTaken ? all : [],
    remove: (picture: PromptPicture) => keep(all.filter((each) => each !== picture)),
    /** As the desk takes them; undefined if there are none. */
    toSend: () => (isTaken && all.length > 0 ? all.map(({ data }) => data) : undefined),
  };
}

/** What will go with the prompt, each with a button that takes it off, and the button that adds one. */
export function PromptPictures({ pictures }: { pictures: ReturnType<typeof usePromptPictures> }) {
  return (
    <div className="start-pictures line">
      <PictureButton disabled={pictures.busy} onFiles={pictures.add} />
      {pictures.shown.length === 0 ? (
        <span className="meta">Pictures can be pasted or dropped above.</span>
      ) : (
        <ul className="composer-pictures line">
          {pictures.shown.map((picture, at) => (
            <li key={picture.data}>
              <img className="picture" src={`data:${picture.type};base64,${picture.data}`} alt="From you" />
              <button
                type="button"
                className="quiet"
                aria-label={`Remove picture ${at + 1}`}
                onClick={() => pictures.remove(picture)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
