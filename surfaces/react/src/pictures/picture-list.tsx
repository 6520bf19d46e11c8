import type { Attachment, PictureData } from "@yourcall/core";
import { describePicture, toPictureName } from "@yourcall/core/internal";
import { useEffect, useRef, useState } from "react";

interface ListProps {
  attachments: readonly Attachment[];
  /** Without it, pictures are only named. */
  read?: ((hash: string) => Promise<PictureData | undefined>) | undefined;
  /** If given, each has a button that takes it off. */
  onRemove?: ((hash: string) => void) | undefined;
}

/** Pictures of an answer: each small, with its name and size. */
export function PictureList({ attachments, read, onRemove }: ListProps) {
  return (
    <ul className="yc-pictures" aria-label="Pictures">
      {attachments.map((attachment) => (
        <li key={attachment.hash}>
          <Shown attachment={attachment} read={read} />
          {onRemove && (
            <button
              type="button"
              className="yc-quiet"
              aria-label={`Remove ${toPictureName(attachment)}`}
              onClick={() => onRemove(attachment.hash)}
            >
              Remove
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The picture, which a press shows large, its name, which saves it, and what is known of it. */
function Shown({ attachment, read }: Pick<ListProps, "read"> & { attachment: Attachment }) {
  const [source, show] = useState<string>();
  const [isLarge, enlarge] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  // It grows downwards, often out of sight.
  useEffect(() => {
    if (isLarge) place.current?.scrollIntoView({ block: "nearest" });
  }, [isLarge]);
  const { hash, type } = attachment;
  const name = toPictureName(attachment);
  // `read` may be another function with every state of the card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture is read once
  useEffect(() => {
    let isLeft = false;
    const reading = read?.(hash) ?? Promise.resolve(undefined);
    reading.then((picture) => !isLeft && picture && show(`data:${type};base64,${picture.data}`)).catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [hash, type]);
  const said = describePicture({ ...attachment, name: undefined, where: undefined }).replace(/^[^(]*\((.*)\)$/, "$1");
  return (
    <>
      {source === undefined ? (
        <span className="yc-picture" />
      ) : (
        <button
          ref={place}
          type="button"
          aria-expanded={isLarge}
          title="Show it large"
          onClick={() => enlarge(!isLarge)}
        >
          <img className="yc-picture" src={source} alt={name} />
        </button>
      )}
      <span className="yc-main">
        <span className="yc-name" dir="auto">
          {source === undefined ? (
            name
          ) : (
            <a href={source} download={name} title={`Save ${name}`}>
              {name}
            </a>
          )}
        </span>
        <span className="yc-hint">{said}</span>
      </span>
    </>
  );
}
