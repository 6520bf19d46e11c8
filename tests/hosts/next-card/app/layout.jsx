import "@yourcall/react/style.css";

// No request for an icon that is not there.
export const metadata = { icons: { icon: "data:," } };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
