import { doctor as texts } from "~/texts";
import type { Column } from "../table/column";
import { Icon } from "../ui/icon";
import { ShortText } from "../ui/short-text";
import { State } from "../ui/state";
import { Table } from "../table/table";
import { type LinkChain, partKey, type LinkPermissions, type Part, partsOf } from "./parts";

type Props = {
  chain: LinkChain;
  /** The part that the reason refers to. */ about: string | null;
  can: LinkPermissions;
};

/** The chain from an office to the domain of its links. The part that the reason refers to is marked. */
export function Chain({ chain, about, can }: Props) {
  const faultyKey = partKey(about);
  const columns: Column<Part>[] = [
    { key: "part", label: "Part", head: true, cell: ({ label }) => label },
    {
      key: "name",
      label: "Name",
      cell: ({ name, more, to }) => (
        <>
          {to ? (
            <a href={to}>
              <ShortText text={name} max={60} />
            </a>
          ) : (
            <ShortText text={name} max={60} />
          )}
          {more && (
            <>
              {" "}
              <small>
                <ShortText text={more} max={80} />
              </small>
            </>
          )}
        </>
      ),
    },
    {
      key: "state",
      label: "Status",
      tone: ({ key }) => (key === faultyKey ? "bad" : undefined),
      cell: ({ key, state: [first, ...more], tone }) => (
        <>
          {key === faultyKey && (
            <>
              <Icon name="alert" />{" "}
            </>
          )}
          {first && <State tone={tone}>{first}</State>}
          {more.length > 0 && (
            <small>
              <span className="unseen">,</span> {more.join(", ")}
            </small>
          )}
        </>
      ),
    },
  ];
  return <Table kind="small" caption={texts.chain} columns={columns} rows={partsOf(chain, can)} empty="" />;
}
