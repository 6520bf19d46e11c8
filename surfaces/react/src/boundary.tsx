import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** What is shown. If it changes, rendering is tried again. */
  of: unknown;
  /** What to show instead of something that cannot be shown. */
  instead: ReactNode;
  children: ReactNode;
}

/** Shows `instead` if its children fail to render, so that one odd value does not break the page. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ of }: BoundaryProps): void {
    if (this.state.failed && of !== this.props.of) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
