import { Notice } from "../ui/notice";

type Props = {
  by: string;
  username: string;
  /** The session is for looking only. */
  viewing: boolean;
};

/** On every page of a session that somebody else opened: says so, and returns to their own. */
export function ViewedBy({ by, username, viewing }: Props) {
  return (
    <Notice icon="profile">
      <form method="post" action="/logout">
        {`${by} views the product as ${username}${viewing ? " and can change nothing" : ""}.`}{" "}
        <button className="act" name="leave" value="1">
          Leave
        </button>
      </form>
    </Notice>
  );
}
