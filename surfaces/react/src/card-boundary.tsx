import { Component, type ReactNode } from "react";

/** Shows something else where its content cannot be shown, so that one odd ask takes nothing down with it. */
export class CardBoundary extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
