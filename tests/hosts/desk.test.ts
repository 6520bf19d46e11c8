// The story of tests/desk, with the real Qwen Code, which is installed here.
import "../desk/story.test.ts";
