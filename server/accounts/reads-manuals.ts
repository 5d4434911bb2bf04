import { brand } from "../kernel/process/brand";
import { reaches, type Rule } from "../kernel/operation/roles";

/** Who may read How to sell: everyone if the brand shows it. Superadmins always may, because they write it. */
export const readsManuals: Rule = {
  needs: "agent",
  admits: (asker) => asker !== null && (reaches(asker, "superadmin") || brand().howToSellVisible),
};
