import { readPictureFile } from "@yourcall/react/internal";
import { useState } from "react";
import { useCall } from "../live/use-call.ts";
import { PictureButton, PicturesToSend, takePictures } from "./message-pictures.tsx";

/** The pictures of a first prompt. Its session does not exist yet, so the page keeps them, as `data:` addresses, until it starts. */
export function usePromptPictures(isTaken: boolean) {
  const [all, keep] = useState<readonly string[]>([]);
  const { busy, why, run } = useCall();
  function add(files: Iterable<File>): void {
    void run(async () => {
      for (const file of files) {
        const url = `data:${file.type};base64,${await readPictureFile(file)}`;
        keep((before) => [...new Set([...before, url])]);
      }
    });
  }
  return {
    ...{ busy, why, add, ...takePictures(isTaken, add) },
    shown: isTaken ? all : [],
    remove: (picture: string) => keep(all.filter((each) => each !== picture)),
    /** As the desk takes them; undefined if there are none. */
    toSend: () => (isTaken && all.length > 0 ? all.map((url) => url.slice(url.indexOf(",") + 1)) : undefined),
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
        <PicturesToSend
          ids={pictures.shown}
          onRemove={pictures.remove}
          toPicture={(url) => <img className="picture" src={url} alt="From you" />}
        />
      )}
    </div>
  );
}
