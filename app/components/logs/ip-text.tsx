import { Fragment } from "react";

/** An address: a long one breaks behind its colons, a short one nowhere. */
export function IpText({ ip }: { ip: string }) {
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
