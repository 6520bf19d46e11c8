import { PhoneLogin } from "./phone-login.tsx";
import { TokenList, type TokenListProps } from "./token-list.tsx";

/** The browsers that are logged in, by name and last use, and how to log in on a phone. */
export function DeviceSettings({ publicUrl, ...props }: TokenListProps & { publicUrl: string | undefined }) {
  return (
    <TokenList
      {...props}
      title="Devices"
      about="Each may answer for you. Logging one out takes effect at once."
      isListed={({ device }) => device !== undefined}
    >
      {publicUrl === undefined ? (
        <p className="meta">
          To log in on a phone, set <code>publicUrl</code> in <code>config.json</code> to an address that it can reach.
        </p>
      ) : (
        <PhoneLogin client={props.client} />
      )}
    </TokenList>
  );
}
