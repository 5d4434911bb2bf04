/** Names that sound real but are invented: surnames are combined from syllables. */

export const FIRST_NAMES = [
  ..."Ada Alma Aron Bea Boris Carla Cato Celia Dario Delia Dora Edda Elio Emil Enzo Erna Fabio Fay Flora Gala".split(
    " ",
  ),
  ..."Gus Hedy Hugo Ida Ilse Ivo Jana Joel June Kai Kira Lars Lena Leo Lidia Lou Luca Mara Max Mia Milo Nadia".split(
    " ",
  ),
  ..."Nico Nina Nora Olaf Olga Oscar Paula Pia Quinn Remo Rita Rolf Rosa Ruben Sara Silas Sven Tara Theo Tilda".split(
    " ",
  ),
  ..."Tim Una Ursa Vera Vito Walt Wanda Xenia Yara Yves Zeno Zora".split(" "),
];

const HEADS = "Ash Bram Cor Dun El Fen Glen Hollo Iver Kest Lor Mar Nor Oak Pell Quar Rad Sel Thorn Ul Ver Wex".split(
  " ",
);
const TAILS = "bury combe dale field gate ham ley mere more ridge ston wick".split(" ");

/** The surname for a number. There are 264; consecutive ones differ in both syllables. */
export const surname = (number: number): string =>
  `${HEADS[number % HEADS.length]}${TAILS[(number + Math.floor(number / HEADS.length)) % TAILS.length]}`;

const OFFICE_WORDS = "Harbour Cedar Lantern Granite Orchard Beacon Willow Copper Meadow Falcon Juniper Summer".split(
  " ",
);
const OFFICE_KINDS = "Point Row Yard Court".split(" ");

/** The name of office 1, 2, …. There are 48. */
export const officeName = (id: number): string =>
  `${OFFICE_WORDS[(id - 1) % OFFICE_WORDS.length]} ${OFFICE_KINDS[(id - 1 + Math.floor((id - 1) / OFFICE_WORDS.length)) % OFFICE_KINDS.length]}`;

/** A customer's e-mail address at a domain that nobody can own. */
export const customer = (number: number): string =>
  `${FIRST_NAMES[number % FIRST_NAMES.length]?.toLowerCase()}.${surname(Math.floor(number / 7) % 264).toLowerCase()}${number % 97}@mail.example`;

/** A username of at most ten characters from a person's name, different from those in `taken`. */
export function usernameOf(firstName: string, lastName: string, taken: Set<string>): string {
  const stem = `${firstName.charAt(0)}${lastName}`.toLowerCase();
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : String(number);
    const username = stem.slice(0, 10 - suffix.length) + suffix;
    if (taken.has(username)) continue;
    taken.add(username);
    return username;
  }
}
