import { Notice } from "../ui/notice";

/** On every page of a session that somebody else opened: says so, and returns to their own. */
export function ViewedBy({ by, username }: { by: string; username: string }) {
  return (
    <Notice icon="profile">
      <form method="post" action="/logout">
        {`${by} views the product as ${username}.`}{" "}
        <button className="act" name="leave" value="1">
          Leave
        </button>
      </form>
    </Notice>
  );
}
