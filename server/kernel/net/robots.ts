import { isbot, isbotMatch } from "isbot";

/** Programs that isbot takes for browsers: shells, HTTP libraries of apps, players, and checks of links by Office. */
const PROGRAM =
  /\b(?:Windows)?PowerShell\/|^Dalvik\/|\bMicrosoft Office\/|\bms-office\b|\bMSOffice\b|\bCFNetwork\/|^Dart\/|\bAlamofire\/|^VLC\/|^stagefright\/|\bPostman\//i;

/** The part of a user agent that identifies a robot or another program without a person; undefined for a browser. */
export function robotIn(text: string): string | undefined {
  const program = PROGRAM.exec(text)?.[0].replace(/\/$/, "");
  if (program !== undefined) return program;
  const plain = withoutModel(text);
  return isbot(plain) ? (isbotMatch(plain) ?? "robot") : undefined;
}

/** The platform of a browser: the text in the first brackets, which may contain brackets. */
const PLATFORM = /^((?:Mozilla|UCWEB)\/[\d.]+ )\((.*?)\)(?= (?:AppleWebKit|Gecko|U2)\/)/;
const PHONE = /\b(?:Android|Adr|Tizen)\b|^Mobile;/;
/** How robots that imitate a phone name themselves in its platform. */
const ROBOT_IN_PLATFORM = /compatible|https?:|[+@]/i;
/** The device in the user agents of Facebook's and Instagram's apps. */
const IN_APP = /\[FB[^\]]*\]|\bAndroid \([^()]*\)/g;

/** A phone's user agent without its model, which may be called BOT or SPIDER. */
function withoutModel(text: string): string {
  const [platform, start = "", device = ""] = PLATFORM.exec(text) ?? [];
  if (platform === undefined) return text;
  const isPhone = PHONE.test(device) && !ROBOT_IN_PLATFORM.test(device);
  const rest = text.slice(platform.length).replaceAll(IN_APP, "");
  return isPhone ? `${start}(Linux; Android 10)${rest}` : text;
}
