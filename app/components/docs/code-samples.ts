/** A call as code in the languages of the documentation. B is the address of the API and T the token. */

export const LANGUAGES = { curl: "curl", node: "Node", php: "PHP", python: "Python" } as const;
export type Language = keyof typeof LANGUAGES;

export const languageOf = (text: string | null): Language =>
  text !== null && Object.hasOwn(LANGUAGES, text) ? (text as Language) : "curl";

export type Sample = {
  method: string;
  /** Below the address of the API, with examples in place of parameters. */
  path: string;
  /** The JSON of the body. */
  body?: string;
  needsToken: boolean;
};

const JSON_TYPE = "application/json";
const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const writers: Record<Language, (sample: Sample) => string> = {
  curl: ({ method, path, body, needsToken }) =>
    [
      `curl -s ${method === "GET" ? "" : `-X ${method} `}"$B${path}"`,
      needsToken ? `-H "Authorization: Bearer $T"` : "",
      body === undefined ? "" : `-H 'Content-Type: ${JSON_TYPE}'`,
      body === undefined ? "" : `-d '${body.replaceAll("'", String.raw`'\''`)}'`,
    ]
      .filter(Boolean)
      .join(" \\\n  "),
  node: ({ method, path, body, needsToken }) => {
    const headers = [
      ...(needsToken ? ["Authorization: `Bearer ${T}`"] : []),
      ...(body === undefined ? [] : [`"Content-Type": "${JSON_TYPE}"`]),
    ];
    const options = [
      ...(method === "GET" ? [] : [`method: "${method}"`]),
      ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
      ...(body === undefined ? [] : [`body: JSON.stringify(${body})`]),
    ];
    const given = options.length > 0 ? `, {\n  ${options.join(",\n  ")},\n}` : "";
    return `const answer = await fetch(B + "${path}"${given});\nconsole.log(await answer.json());`;
  },
  php: ({ method, path, body, needsToken }) => {
    const headers = [
      ...(needsToken ? [`"Authorization: Bearer $T"`] : []),
      ...(body === undefined ? [] : [`"Content-Type: ${JSON_TYPE}"`]),
    ];
    return [
      `$call = curl_init($B . "${path}");`,
      `curl_setopt_array($call, [CURLOPT_RETURNTRANSFER => true, CURLOPT_CUSTOMREQUEST => "${method}",`,
      `  CURLOPT_HTTPHEADER => [${headers.join(", ")}]${body === undefined ? "" : `, CURLOPT_POSTFIELDS => ${quoted(body)}`}]);`,
      "print_r(json_decode(curl_exec($call), true));",
    ].join("\n");
  },
  python: ({ method, path, body, needsToken }) => {
    const headers = [
      ...(needsToken ? [`"Authorization": "Bearer " + T`] : []),
      ...(body === undefined ? [] : [`"Content-Type": "${JSON_TYPE}"`]),
    ];
    const sent = body === undefined ? "None" : `${quoted(body)}.encode()`;
    return [
      `request = Request(B + "${path}", ${sent}, {${headers.join(", ")}}, method="${method}")`,
      "print(json.load(urlopen(request)))",
    ].join("\n");
  },
};

export const sampleText = (language: Language, sample: Sample): string => writers[language](sample);

/** The lines before the first call of a program. */
export const BEGINNINGS: Record<Language, string> = {
  curl: "B=https://the-address-of-this-page/api\nT=ct_…",
  node: 'const B = "https://the-address-of-this-page/api";\nconst T = process.env.TOKEN;',
  php: '$B = "https://the-address-of-this-page/api";\n$T = getenv("TOKEN");',
  python:
    'import json, os\nfrom urllib.request import Request, urlopen\n\nB = "https://the-address-of-this-page/api"\nT = os.environ["TOKEN"]',
};
