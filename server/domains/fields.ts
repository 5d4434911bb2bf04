import { z } from "zod";
import { Flag, Id, Kept, Text, Version } from "../kernel/operation/input";
import { Origin } from "./origin";

const optional = { description: Kept(Text(1_000)), hidden: Kept(Flag) };

export const NewDomain = z.object({ domain: Origin, ...optional });
export const ChangedDomain = z.object({ id: Id, domain: Kept(Origin), ...optional, version: Version });
