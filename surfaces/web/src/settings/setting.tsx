import { type ReactNode, type Ref, useId } from "react";

interface SettingProps {
  title: string;
  /** A sentence under the title. */
  about: ReactNode;
  /** For the focus, when the row it was on is gone. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One group of settings: what it is about at the left, what can be set at the right. */
export function Setting({ title, about, heading, children }: SettingProps) {
  const id = useId();
  return (
    <section className="setting" aria-labelledby={id}>
      <div className="setting-head">
        <h2 id={id} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <p>{about}</p>
      </div>
      <div className="panel">{children}</div>
    </section>
  );
}
