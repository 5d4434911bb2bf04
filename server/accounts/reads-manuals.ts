import { brand } from "../kernel/brand";
import { reaches, type Rule } from "../kernel/roles";

/** How sites are sold: for everybody where the brand shows it, always for superadmins, who write it. */
export const readsManuals: Rule = {
  needs: "agent",
  admits: (asker) => asker !== null && (reaches(asker, "superadmin") || brand().howToSellVisible),
};
