import { HEADER } from "../../../server/migration/stage";

const usual: Record<string, string> = {
  ...{ legacyId: "17", username: "old_ann", password: "long-enough", firstName: "Ann", lastName: "Lee" },
  ...{
    email: "ann@example.org",
    officeName: "Quay",
    campaignId: "c1",
    registered: "2019-05-04",
    ready: "1",
    codes: "",
  },
};

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file with one row for each argument: a valid row with these differences. */
export const aFile = (...rows: Record<string, string>[]): string =>
  [[...HEADER], ...rows.map((row) => HEADER.map((name) => quoted({ ...usual, ...row }[name] ?? "")))]
    .map((cells) => `${cells.join(",")}\n`)
    .join("");
