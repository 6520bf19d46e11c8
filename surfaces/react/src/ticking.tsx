import { useEffect, useRef } from "react";

/** Words that change with the time. They are written past React, and `hidden` ones are not read out. */
export function Ticking({
  everyMs,
  words,
  hidden = false,
}: {
  everyMs: number;
  words: (now: number) => { text: string; urgent?: boolean };
  hidden?: boolean;
}) {
  const place = useRef<HTMLSpanElement>(null);
  // After every render, since the words may be others then.
  useEffect(() => {
    function write(): void {
      const { text, urgent = false } = words(Date.now());
      if (place.current === null) return;
      place.current.textContent = text;
      place.current.dataset.urgent = String(urgent);
    }
    write();
    const timer = setInterval(write, everyMs);
    return () => clearInterval(timer);
  });
  return <span ref={place} aria-hidden={hidden} />;
}
