import { expect, test } from "vitest";
import { pageOf } from "../world/page";

test("a page is parsed as a browser does: entities, comments, text that resembles tags, and templates", () => {
  const page = pageOf(`<!DOCTYPE html><html><head><title>A &amp; B</title></head><body>
    <div class="toast success"><p><b>Success</b> <!-- -->Saved</p></div>
    <form class="form" id="f1">
      <label><input type="checkbox" name="shown" checked=""/> Show &lt;b&gt;</label>
      <textarea name="note">
a &lt;input name="x" value="none"&gt;</textarea>
      <template><input name="x" value="later"></template>
      <p class="error" id="q-note-error">It&#x27;s long</p>
      <button value="save">Save</button>
    </form>
    <a href="?a=1&amp;b=2">Next</a><input form="f1" name="beside" value="1">
    <table><thead><tr><th>Name<small>of it</small></th></tr></thead>
      <tbody><tr><td>Ann</td><td><span>1</span></td></tr><tr class="sum"><td>Total</td></tr></tbody></table>`);
  expect([page.title, page.notice, page.failure]).toEqual(["A & B", "Success Saved", undefined]);
  expect([page.value("note"), page.value("x"), page.message("note")]).toEqual([
    'a <input name="x" value="none">',
    undefined,
    "It's long",
  ]);
  expect([page.ticked("shown"), page.choices("shown"), page.link("Next")]).toEqual([true, ["Show <b>"], "?a=1&b=2"]);
  expect(page.one("form")?.fields.map((field) => field.attr("name"))).toEqual(["shown", "note", undefined, "beside"]);
  expect([page.cells("thead"), page.cells("tbody"), page.cells("tfoot")]).toEqual([
    [["Name of it"]],
    [["Ann", "1"]],
    [["Total"]],
  ]);
});
