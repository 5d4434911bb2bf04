import { z } from "zod";
import { RequiredHtml } from "../kernel/text/html";
import { Id, Kept, Required, Version } from "../kernel/operation/input";

export const NewManual = z.object({ siteId: Id, title: Required(), html: RequiredHtml });

export const ChangedManual = z.object({
  id: Id,
  siteId: Kept(Id),
  title: Kept(Required()),
  html: Kept(RequiredHtml),
  version: Version,
});
