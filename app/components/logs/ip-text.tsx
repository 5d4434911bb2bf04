import { Fragment } from "react";

/** An IP address. Long ones wrap after a colon, short ones never. */
export function IpText({ ip }: { ip: string }) {
  if (!ip.includes(":")) return <span className="whole">{ip}</span>;
  return (
    <span className="whole">
      {ip.split(/(?<=:)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
