import node from "./report-sale.mjs?raw";
import php from "./report-sale.php?raw";
import python from "./report_sale.py?raw";
import woocommerce from "./woocommerce.php?raw";

/** Code for sites, by the name that an address has. Each file is run by the tests where its interpreter exists. */
export const KIT = {
  node: { label: "Node", file: "report-sale.mjs", text: node },
  php: { label: "PHP", file: "report-sale.php", text: php },
  python: { label: "Python", file: "report_sale.py", text: python },
  woocommerce: { label: "WooCommerce", file: "sales-postbacks.php", text: woocommerce },
} as const;
export type KitName = keyof typeof KIT;

const EXAMPLE_URL = "https://office.example.org/api/postback";

/** The code with the address of this product. */
export const kitText = (name: KitName, postbackUrl: string): string =>
  KIT[name].text.replaceAll(EXAMPLE_URL, postbackUrl);

export const kitNameOf = (text: string): KitName => (Object.hasOwn(KIT, text) ? (text as KitName) : "node");
