import { Notice } from "../ui/notice";

/** On every page of a session that somebody else opened: says so, and ends it. */
export function ViewedBy({ by, username }: { by: string; username: string }) {
  return (
    <Notice>
      <form method="post" action="/logout">
        {`${by} views the product as ${username}.`} <button className="act">Leave</button>
      </form>
    </Notice>
  );
}
