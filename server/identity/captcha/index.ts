export { captcha, hasQuestion, isCorrectCaptcha, verifyProof, LIFETIME_MINUTES, pageCaptcha } from "./captcha";
export { neededBits } from "./proof";
