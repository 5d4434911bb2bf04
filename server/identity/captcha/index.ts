export { captcha } from "./captcha";
export { GOOD_FOR_MINUTES, isRight } from "./captcha";
