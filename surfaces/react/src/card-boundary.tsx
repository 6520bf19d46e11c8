import { Component, type ReactNode } from "react";
import { toRawText } from "./to-raw-text.ts";

interface BoundaryProps {
  ask: unknown;
  instead: ReactNode;
  children: ReactNode;
}

/** Shows something else where an ask cannot be shown, so that one odd ask takes nothing down with it. */
export class CardBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ ask }: BoundaryProps): void {
    if (this.state.failed && toRawText(ask) !== toRawText(this.props.ask)) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
