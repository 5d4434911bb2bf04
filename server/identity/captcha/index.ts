export { captcha, isCorrectCaptcha, LIFETIME_MINUTES } from "./captcha";
