import { Component, type ReactNode } from "react";
import { PartNote } from "./part-note.tsx";

interface BoundaryProps {
  /** What is shown: if it changes, it is tried again. */
  of?: unknown;
  /** What to show instead of something that cannot be shown. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps the thread up if a message or one of its parts cannot be shown. */
export class MessageBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ of }: BoundaryProps): void {
    if (this.state.failed && of !== this.props.of) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback ?? <PartNote tone="danger">This part of the conversation cannot be shown.</PartNote>;
  }
}
